/** The providers of records and quotes that Gradeline knows by name. */

/**
 * Whose word on a game counts first: the smaller rank is believed before the larger one. Leagues and their mirrors come
 * before aggregators, and what an operator states in a canonical file comes before all of them. Equal ranks are taken in
 * the order of the alphabet.
 */
const ranks = {
  canonical: 0,
  "mlb-statsapi": 1,
  "nhl-api": 2,
  nflverse: 3,
  cfbd: 4,
  retrosheet: 5,
  espn: 6,
  sample: 7,
  // Of games it is a witness. A canonical file may use any name: one that is not here has this rank too.
  "the-odds-api": 8,
} as const satisfies Readonly<Record<string, number>>;

export type ProviderName = keyof typeof ranks;

/** The name under which the sample's invented seasons are in the ledger. */
export const sampleProvider = "sample" satisfies ProviderName;

const rankOfOthers = ranks["the-odds-api"];

/** The rank of a provider, whether Gradeline knows it by name or not. */
export function providerRank(provider: string): number {
  return isProviderName(provider) ? ranks[provider] : rankOfOthers;
}

/**
 * Their records of games state no season type. So they are a second opinion about final scores: they make no game, and
 * give a game no value.
 */
const witnesses: ReadonlySet<string> = new Set<ProviderName>(["the-odds-api"]);

/** Whether a record of a game is one of a provider that is a witness only. */
export function isWitness({ provider }: { readonly provider: string }): boolean {
  return witnesses.has(provider);
}

function isProviderName(provider: string): provider is ProviderName {
  return Object.hasOwn(ranks, provider);
}
