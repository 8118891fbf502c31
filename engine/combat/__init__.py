"""What battles on land and at sea share: the days, the dice, pursuit, leaders, odds, the sheet."""
