/** The providers of records and quotes that Gradeline knows by name. */

type Provider = {
  /**
   * Whose word on a game counts first: the smaller rank is believed before the larger one. Leagues and their mirrors come
   * before aggregators, and what an operator states in a canonical file comes before all of them. Equal ranks are taken in
   * the order of the alphabet.
   */
  readonly rank: number;
  /** How it is asked over the network, where it is. */
  readonly asked?: {
    /** The base address, in the words of its setting. */
    readonly about: string;
    readonly baseUrl: string;
    /** Milliseconds from one request to the next to the same host, a second by itself. One request at a time is asked in any case. */
    readonly pauseMs?: number;
  };
};

const providers = {
  canonical: { rank: 0 },
  "mlb-statsapi": { rank: 1, asked: { about: "where MLB StatsAPI is", baseUrl: "https://statsapi.mlb.com" } },
  "nhl-api": { rank: 2, asked: { about: "where the NHL's web API is", baseUrl: "https://api-web.nhle.com" } },
  nflverse: {
    rank: 3,
    asked: {
      about: "where the releases of nflverse are",
      baseUrl: "https://github.com/nflverse/nflverse-data/releases/download",
    },
  },
  cfbd: {
    rank: 4,
    asked: { about: "where College Football Data's API is", baseUrl: "https://api.collegefootballdata.com" },
  },
  retrosheet: { rank: 5 },
  espn: { rank: 6, asked: { about: "where ESPN's site API is", baseUrl: "https://site.api.espn.com" } },
  sample: { rank: 7 },
  // Of games it is a witness. A canonical file may use any name: one that is not here has this rank too.
  "the-odds-api": {
    rank: 8,
    // The contract allows 30 requests a second.
    asked: { about: "where The Odds API is", baseUrl: "https://api.the-odds-api.com", pauseMs: 250 },
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof providers;

export type AskedProvider = {
  [Name in ProviderName]: (typeof providers)[Name] extends { readonly asked: object } ? Name : never;
}[ProviderName];

export const askedProviders = Object.fromEntries(
  Object.entries(providers).flatMap(([name, provider]) =>
    "asked" in provider ? [[name, { pauseMs: 1000, ...provider.asked }]] : [],
  ),
) as Readonly<Record<AskedProvider, Required<NonNullable<Provider["asked"]>>>>;

export const askedNames = Object.keys(askedProviders) as readonly AskedProvider[];

/** The name under which the sample's invented seasons are in the ledger. */
export const sampleProvider = "sample" satisfies ProviderName;

const rankOfOthers = providers["the-odds-api"].rank;

/** The rank of a provider, whether Gradeline knows it by name or not. */
export function providerRank(provider: string): number {
  return isProviderName(provider) ? providers[provider].rank : rankOfOthers;
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
  return Object.hasOwn(providers, provider);
}
