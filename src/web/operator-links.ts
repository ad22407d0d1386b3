/** The operator of a server may have terms, support and a page that tells of outages. Every page of ours links to them. */

export type OperatorLinks = {
  /** Each of the three is a URL, or null where the operator has set none. */
  readonly terms: string | null;
  readonly support: string | null;
  readonly status: string | null;
};

export const noLinks: OperatorLinks = { terms: null, support: null, status: null };

/** Returns the links that are set, each with the word that pages show. */
export function linksShown({
  terms,
  support,
  status,
}: OperatorLinks): readonly (readonly [url: string, text: string])[] {
  const all = [
    [terms, "Terms"],
    [support, "Support"],
    [status, "Status"],
  ] as const;
  return all.flatMap(([url, text]) => (url === null ? [] : [[url, text] as const]));
}
