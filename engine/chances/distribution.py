"""Distributions of outcomes: what is asked of weights once the steps have been walked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

O = TypeVar("O")  # noqa: E741 - an outcome
E = TypeVar("E")


class Joint(Generic[O]):
    """A distribution: each outcome with its weight, a whole number."""

    __slots__ = ("weights", "whole")

    def __init__(self, weights: dict[O, int]) -> None:
        self.weights = weights
        self.whole = sum(weights.values())

    def chance(self, holds: Callable[[O], bool]) -> float:
        """The probability that something holds of the outcome."""
        return (
            sum(weight for outcome, weight in self.weights.items() if holds(outcome)) / self.whole
        )

    def spread(self, what: Callable[[O], E]) -> dict[E, float]:
        """The distribution of something about the outcome."""
        found: dict[E, int] = {}
        for outcome, weight in self.weights.items():
            key = what(outcome)
            found[key] = found.get(key, 0) + weight
        return {key: weight / self.whole for key, weight in found.items()}

    def mean(self, what: Callable[[O], int]) -> float:
        """The expected value of a number about the outcome."""
        return sum(what(outcome) * weight for outcome, weight in self.weights.items()) / self.whole


def mix(joints: Iterable[tuple[int, Joint[O]]]) -> Joint[O]:
    """A mixture of distributions, each with the weight it is met with."""
    pairs = list(joints)
    common = lcm(*(joint.whole for _, joint in pairs))
    found: dict[O, int] = {}
    for share, joint in pairs:
        factor = share * (common // joint.whole)
        for outcome, weight in joint.weights.items():
            found[outcome] = found.get(outcome, 0) + weight * factor
    return Joint(found)


def marginal(chances: Mapping[O, Fraction], what: Callable[[O], E]) -> dict[E, Fraction]:
    """The distribution of something about outcomes whose chances are fractions."""
    found: dict[E, Fraction] = {}
    for outcome, chance in chances.items():
        key = what(outcome)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def spread(chances: Mapping[O, Fraction], what: Callable[[O], E]) -> dict[E, float]:
    """The same as floats."""
    return {key: float(chance) for key, chance in marginal(chances, what).items()}


def mean(chances: Mapping[O, Fraction], what: Callable[[O], int]) -> Fraction:
    """The expected value of a number about them; of yes or no, its chance."""
    return sum((what(each) * chance for each, chance in chances.items()), Fraction(0))
