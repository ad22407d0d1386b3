/** The middle of some numbers, or the mean of the two in the middle. There must be at least one. They are put in order. */
export function middle(values: number[]): number {
  // Few numbers that are nearly in order: putting each in its place is faster than a general sort.
  for (let index = 1; index < values.length; index++) {
    const value = values[index] as number;
    let place = index;
    for (; place > 0 && (values[place - 1] as number) > value; place--) values[place] = values[place - 1] as number;
    values[place] = value;
  }
  const half = values.length >> 1;
  const upper = values[half] as number;
  return values.length % 2 === 1 ? upper : (upper + (values[half - 1] as number)) / 2;
}
