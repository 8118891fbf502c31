"""The map: from the state of a game to characters in two colours.

It imports answers, settings, words and terminal, and knows no widget. A *view* is all there is to
draw, as ids and numbers; a *level* a scale of it; the *viewport* what of it is seen, and the zoom.
*Painting* gives pixels their colours and hatching, *lettering* puts names, signs, sieges and the
chosen way into *slots* where no other text stands; the *raster* makes cells of both, the *scene*
draws them. A *layer* (`layers`) lies over it: supply, range, interceptions, sieges, attrition; the
*colouring*, by owner or by terrain (`T`), is painting. The *mini-map* is the whole board in a
corner. All is drawn in half blocks or in ASCII: raster the ground, symbols the stacks; fortresses
and sieges are written by lettering.
"""
