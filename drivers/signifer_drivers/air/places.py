"""Where the cards of a zone are laid, in millimetres: the table top is drawn by it, and the twins lay cards by it.

From the middle of the zone's antennas, in the order laid: first to the side, then along the column, away from the
rail. The places beyond those that a table promises are for pictures of what is read there.
"""

from __future__ import annotations

PITCH_MM = 30.0  # one antenna: the second card lies so much farther from the rail than the first
ASIDE_MM = 13.0  # a third card, and a fourth, lie half-way between them, so much to one side
# Two antennas, one nearer the rail, their middles so far apart, and cards so much to the left and to the right of them.
# More, and the cards of adjacent columns would meet.
APART_MM = 45.0
BESIDE_MM = 12.0
# Three antennas in a row, the first one nearest the rail; nearer, those beside them take too much of the field.
THIRD_APART_MM = 48.0

ONE = (
    (0.0, -PITCH_MM / 2),
    (0.0, PITCH_MM / 2),
    (ASIDE_MM, 0.0),
    (-ASIDE_MM, 0.0),
    (ASIDE_MM, PITCH_MM),
    (-ASIDE_MM, -PITCH_MM),
)
# Two cards over each antenna; then beyond both.
TWO = (
    (-BESIDE_MM, -APART_MM / 2),
    (BESIDE_MM, APART_MM / 2),
    (BESIDE_MM, -APART_MM / 2),
    (-BESIDE_MM, APART_MM / 2),
    (BESIDE_MM, -APART_MM),
    (-BESIDE_MM, APART_MM),
)
# The first card at the rail, the next ones above the other antennas by turns; then the other side of each.
THREE = (
    (-BESIDE_MM, -THIRD_APART_MM),
    (BESIDE_MM, 0.0),
    (BESIDE_MM, THIRD_APART_MM),
    (-BESIDE_MM, 0.0),
    (BESIDE_MM, -THIRD_APART_MM),
    (-BESIDE_MM, THIRD_APART_MM),
)
# By the number of a zone's antennas: their middles, the places of its cards, and how many of these are read.
MIDDLES = {
    1: ((0.0, 0.0),),
    2: ((0.0, -APART_MM / 2), (0.0, APART_MM / 2)),
    3: ((0.0, -THIRD_APART_MM), (0.0, 0.0), (0.0, THIRD_APART_MM)),
}
PLACES = {1: ONE, 2: TWO, 3: THREE}
READ = {1: 2, 2: 4, 3: 6}

# Where on a card its tag may be stuck, from the card's middle: there, or in one of two or four spots that change
# places where a card is turned round or over, so that a deck bulges by a half or a quarter of its tags. How a card lies
# nobody knows. Of four, stickers of 25 mm overlap by the paper of their rims; farther out their cards are not read.
_TWO_MM, _FOUR_MM = 13.0, 12.0
TAG_SPOTS = {
    1: ((0.0, 0.0),),
    2: ((_TWO_MM, 0.0), (-_TWO_MM, 0.0)),
    4: tuple((x, y) for x in (_FOUR_MM, -_FOUR_MM) for y in (_FOUR_MM, -_FOUR_MM)),
}
