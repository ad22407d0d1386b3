/** Links to what is the operator's and not ours: the terms of the service, support, and a page that tells of outages. */

export type OperatorLinks = {
  /** Each a URL, or null where the operator has set none. */
  readonly terms: string | null;
  readonly support: string | null;
  readonly status: string | null;
};

export const noLinks: OperatorLinks = { terms: null, support: null, status: null };

/** Those that are set, with the words that pages show. */
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
