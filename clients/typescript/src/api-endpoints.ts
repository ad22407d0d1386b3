/** The endpoints and the codes of errors. Written by scripts/write-clients.ts out of the contract of /v1. Do not edit. */

/** Every endpoint by the name of its method. */
export const endpoints = {
  /** What there is: every endpoint, and where the documentation and the OpenAPI document are. */
  contents: { path: "/v1", isPaged: false },
  /** Every sport with its seasons, markets and most recent completed game. */
  sports: { path: "/v1/sports", isPaged: false },
  /** The teams of a sport. */
  teams: { path: "/v1/teams", isPaged: false },
  /** The seasons of a sport that have a final game, with how far each has come. */
  seasons: { path: "/v1/seasons", isPaged: false },
  /** Every sportsbook whose odds are published, by book_id, with the seasons in which it has games. */
  books: { path: "/v1/books", isPaged: false },
  /** One row per completed game, with consensus lines and the result graded against them. */
  games: { path: "/v1/games", isPaged: true },
  /** One completed game with period scores, weather, and the full-game and period lines of every book. */
  game: { path: "/v1/games/{game_id}", isPaged: false },
  /** Two rows per completed game, one seen from each team: its result, and what was known of the team before the game began. */
  teamGames: { path: "/v1/team_games", isPaged: true },
  /** How the lines of one game moved: of each period, market and book the captures before the start. */
  lines: { path: "/v1/games/{game_id}/lines", isPaged: true },
  /** Who states each published fact of one game, who states otherwise, and by which rule that does not count. */
  evidence: { path: "/v1/games/{game_id}/evidence", isPaged: true },
  /** One row per game and book, graded against that book's own close. */
  odds: { path: "/v1/odds", isPaged: true },
  /** One row per game, moment before the start, period, market and book, and one for the consensus: the line and the prices of the last capture until then, how old it was, and which side won. */
  snapshots: { path: "/v1/snapshots", isPaged: true },
  /** One row per game, bet type, selection and book, graded at the opening and at the closing line of that row, with the profit of one unit staked. */
  bets: { path: "/v1/bets", isPaged: true },
  /** The record of a set of bets: how many won, what they returned, how sure one can be of that, and whether chance explains it. */
  trends: { path: "/v1/trends", isPaged: true },
  /** One row per game and period that was played, with its score, its own consensus, and the score graded against that consensus. */
  periods: { path: "/v1/periods", isPaged: true },
  /** One row per game, period and book that posted anything on that period, graded against that book's own close. */
  periodOdds: { path: "/v1/period_odds", isPaged: true },
  /** What each revision after `since` changed: all that a copy of the data needs to become what the API answers today. */
  changes: { path: "/v1/changes", isPaged: true },
  /** The revisions of the archive, oldest first, with how much each changed. */
  revisions: { path: "/v1/revisions", isPaged: true },
  /** One row per completed game, with the ids that it has at other sources, as these write them. */
  gameIds: { path: "/v1/ids/games", isPaged: true },
  /** The teams of a sport, with the ids or names that they have at other sources. */
  teamIds: { path: "/v1/ids/teams", isPaged: true },
  /** Whole seasons as files, Parquet and CSV, with the SHA-256 of each. */
  files: { path: "/v1/files", isPaged: true },
  /** One data set of a whole season as a file: the rows of all pages of its list. */
  file: { path: "/v1/files/{sport}/{season}/{file}", isPaged: false },
  /** An address that opens a file without a header, for programs that can send none: Excel, a BI tool, R. */
  fileLink: { path: "/v1/files/{sport}/{season}/{file}/link", isPaged: false },
  /** How far lines go: for each season, period, market and book, in how many games it has an opening and a closing line or price. */
  coverage: { path: "/v1/coverage", isPaged: true },
} as const;

/** The codes of errors. A later version of the server may have more. */
export const errorCodes = [
  "invalid_param",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "range_not_satisfiable",
  "rate_limited",
  "quota_exceeded",
  "internal",
  "unavailable",
] as const;
