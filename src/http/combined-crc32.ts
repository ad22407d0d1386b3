/**
 * The CRC-32 of bytes of which only checksums are known, as zlib's `crc32_combine` computes it: appending a byte multiplies the
 * checksum, taken as a polynomial over two elements, by x^8, modulo the polynomial of CRC-32. Bits are reflected: the highest
 * bit of a number stands for x^0.
 */

const polynomial = 0xedb88320;
const one = 0x80000000;

/** The checksum of bytes and others after them. @param crc of the first, and @param crcOfRest of so many bytes after them. */
export function combinedCrc32(crc: number, crcOfRest: number, lengthOfRest: number): number {
  return (product(powerOfX8(lengthOfRest), crc) ^ crcOfRest) >>> 0;
}

/** The checksum of the rest of bytes. @param crc of all, and @param crcOfStart of those before so many last ones. */
export function crc32OfRest(crc: number, crcOfStart: number, lengthOfRest: number): number {
  // A sum over two elements is undone by the same sum.
  return combinedCrc32(crcOfStart, crc, lengthOfRest);
}

/** x^(8 * exponent), by squaring. */
function powerOfX8(exponent: number): number {
  let power = one;
  for (let place = 0, rest = exponent; rest > 0; place++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(squares[place] as number, power);
  }
  return power;
}

/** x^8, x^16, x^32 and so on, each the square of the one before: enough for any length that is an exact number. */
const squares = squaresOf(one >>> 8, 53);

function squaresOf(first: number, count: number): number[] {
  const found = [first];
  while (found.length < count) {
    const last = found.at(-1) as number;
    found.push(product(last, last));
  }
  return found;
}

function product(factor: number, other: number): number {
  let sum = 0;
  let shifted = other;
  // As a number with a sign, it is below zero while the bit of its turn is set.
  for (let rest = factor | 0; rest !== 0; rest <<= 1) {
    if (rest < 0) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ polynomial : shifted >>> 1;
  }
  return sum;
}
