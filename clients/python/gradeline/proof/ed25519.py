"""Checks signatures of Ed25519 as RFC 8032, section 5.1.7, says. It only checks, so nothing here has to be secret or quick."""

from __future__ import annotations

import hashlib
from typing import Optional, Tuple

# A point in extended coordinates (X, Y, Z, T): x = X/Z, y = Y/Z, x * y = T/Z.
Point = Tuple[int, int, int, int]

prime = 2**255 - 19
order = 2**252 + 27742317777372353535851937790883648493
d = -121665 * pow(121666, prime - 2, prime) % prime
root_of_minus_one = pow(2, (prime - 1) // 4, prime)


def _add(p: Point, q: Point) -> Point:
    a = (p[1] - p[0]) * (q[1] - q[0]) % prime
    b = (p[1] + p[0]) * (q[1] + q[0]) % prime
    c = 2 * p[3] * q[3] * d % prime
    z = 2 * p[2] * q[2] % prime
    e, f, g, h = b - a, z - c, z + c, b + a
    return e * f % prime, g * h % prime, f * g % prime, e * h % prime


def _times(scalar: int, point: Point) -> Point:
    result: Point = (0, 1, 1, 0)
    while scalar > 0:
        if scalar & 1:
            result = _add(result, point)
        point = _add(point, point)
        scalar >>= 1
    return result


def _are_equal(p: Point, q: Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % prime == 0 and (p[1] * q[2] - q[1] * p[2]) % prime == 0


def _point_of(text: bytes) -> Optional[Point]:
    """The point that 32 bytes stand for (5.1.3); None where they stand for none."""
    number = int.from_bytes(text, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if y >= prime:
        return None
    square = (y * y - 1) * pow(d * y * y + 1, prime - 2, prime) % prime
    x = pow(square, (prime + 3) // 8, prime)
    if (x * x - square) % prime != 0:
        x = x * root_of_minus_one % prime
    if (x * x - square) % prime != 0 or (x == 0 and sign == 1):
        return None
    if x & 1 != sign:
        x = prime - x
    return x, y, 1, x * y % prime


_base = _point_of((4 * pow(5, prime - 2, prime) % prime).to_bytes(32, "little"))


def is_signed(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of 64 bytes is of this message, by the private half of this key of 32 bytes."""
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, first = _point_of(public_key), _point_of(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or first is None or _base is None or scalar >= order:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), "little") % order
    return _are_equal(_times(scalar, _base), _add(first, _times(challenge, key)))
