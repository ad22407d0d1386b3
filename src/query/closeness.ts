/** How close to the start lines were captured, from the milliseconds between their captures and the start. Pure. */

/** The median in minutes, to 1 decimal, half away from zero; null of none. The values may come out in another order. */
export function medianMinutes(beforeStartMs: Float64Array): number | null {
  const { length } = beforeStartMs;
  if (length === 0) return null;
  const upper = nthSmallest(beforeStartMs, length >>> 1);
  const lower = length % 2 === 1 ? upper : nthSmallest(beforeStartMs, length / 2 - 1);
  return rounded((lower + upper) / 12_000) / 10;
}

/** The share of those that are at most so long before the start, to 4 decimals; null of none. */
export function shareWithin(beforeStartMs: Float64Array, mostMs: number): number | null {
  if (beforeStartMs.length === 0) return null;
  let within = 0;
  for (const ms of beforeStartMs) if (ms <= mostMs) within++;
  return rounded((within * 10_000) / beforeStartMs.length) / 10_000;
}

/** To a whole number, half away from zero, and never -0 [D-15]. */
function rounded(value: number): number {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5) + 0;
}

/**
 * Hoare's selection: it moves smaller values to the left of the place and larger ones to its right, and looks on where the
 * place is. On the closes of a season that takes a tenth of the time of sorting them.
 */
function nthSmallest(values: Float64Array, n: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left > right) break;
      const value = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = value;
    }
    if (n > right && n < left) break;
    if (n <= right) high = right;
    else low = left;
  }
  return values[n] as number;
}
