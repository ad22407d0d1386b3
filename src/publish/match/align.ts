/** Pairs two rows of things in order, at the least cost: events or a provider's records with the games of a day. Pure. */

type Alignment<One, Other> = { readonly costs: readonly number[]; readonly pairs: readonly (readonly [One, Other])[] };

/**
 * As many pairs as the shorter row is long. The n-th pair never lies before the one that comes ahead of it in either row.
 * @param costsOf the costs of a pair. The first of two lists that differ decides, each summed over all pairs.
 */
export function alignInOrder<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
  costsOf: (one: One, other: Other) => readonly number[],
): (readonly [One, Other])[] {
  const none: Alignment<One, Other> = { costs: [], pairs: [] };
  // The best alignment of the things so far with the first `index` others.
  let row: Alignment<One, Other>[] = [none, ...others.map(() => none)];
  for (const one of ones) {
    const next = [none];
    for (const [index, other] of others.entries()) {
      const before = row[index] ?? none;
      const paired = {
        costs: added(before.costs, costsOf(one, other)),
        pairs: [...before.pairs, [one, other] as const],
      };
      next.push(best([row[index + 1] ?? none, next[index] ?? none, paired]));
    }
    row = next;
  }
  return [...(row.at(-1) ?? none).pairs];
}

/** The alignment with the most pairs; among those, the cheapest; among equals, the first. */
function best<One, Other>(candidates: readonly Alignment<One, Other>[]): Alignment<One, Other> {
  return candidates.reduce((least, each) => {
    const gain = each.pairs.length - least.pairs.length;
    return gain > 0 || (gain === 0 && compare(each.costs, least.costs) < 0) ? each : least;
  });
}

function added(some: readonly number[], more: readonly number[]): number[] {
  return more.map((cost, index) => cost + (some[index] ?? 0));
}

function compare(some: readonly number[], others: readonly number[]): number {
  return some.map((cost, index) => cost - (others[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
