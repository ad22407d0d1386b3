/** The endpoints and the codes of errors. Written by scripts/write-clients.ts out of the contract of /v1. Do not edit. */
/** Every endpoint by the name of its method. */
export declare const endpoints: {
    /** What there is: every endpoint, and where the documentation and the OpenAPI document are. */
    readonly contents: {
        readonly path: "/v1";
        readonly isPaged: false;
    };
    /** Every sport with its seasons, markets and most recent completed game. */
    readonly sports: {
        readonly path: "/v1/sports";
        readonly isPaged: false;
    };
    /** The teams of a sport. */
    readonly teams: {
        readonly path: "/v1/teams";
        readonly isPaged: false;
    };
    /** The seasons of a sport that have a final game, with how far each has come. */
    readonly seasons: {
        readonly path: "/v1/seasons";
        readonly isPaged: false;
    };
    /** Every sportsbook whose odds are published, by book_id, with the seasons in which it has games. */
    readonly books: {
        readonly path: "/v1/books";
        readonly isPaged: false;
    };
    /** One row per completed game, with consensus lines and the result graded against them. */
    readonly games: {
        readonly path: "/v1/games";
        readonly isPaged: true;
    };
    /** One completed game with period scores, weather, and the full-game and period lines of every book. */
    readonly game: {
        readonly path: "/v1/games/{game_id}";
        readonly isPaged: false;
    };
    /** Two rows per completed game, one seen from each team: its result, and what was known of the team before the game began. */
    readonly teamGames: {
        readonly path: "/v1/team_games";
        readonly isPaged: true;
    };
    /** How the lines of one game moved: of each period, market and book the captures before the start. */
    readonly lines: {
        readonly path: "/v1/games/{game_id}/lines";
        readonly isPaged: true;
    };
    /** Who states each published fact of one game, who states otherwise, and by which rule that does not count. */
    readonly evidence: {
        readonly path: "/v1/games/{game_id}/evidence";
        readonly isPaged: true;
    };
    /** One row per game and book, graded against that book's own close. */
    readonly odds: {
        readonly path: "/v1/odds";
        readonly isPaged: true;
    };
    /** One row per game, moment before the start, period, market and book, and one for the consensus: the line and the prices of the last capture until then, how old it was, and which side won. */
    readonly snapshots: {
        readonly path: "/v1/snapshots";
        readonly isPaged: true;
    };
    /** One row per game, bet type, selection and book, graded at the opening and at the closing line of that row, with the profit of one unit staked. */
    readonly bets: {
        readonly path: "/v1/bets";
        readonly isPaged: true;
    };
    /** The record of a set of bets: how many won, what they returned, how sure one can be of that, and whether chance explains it. */
    readonly trends: {
        readonly path: "/v1/trends";
        readonly isPaged: true;
    };
    /** One row per game and period that was played, with its score, its own consensus, and the score graded against that consensus. */
    readonly periods: {
        readonly path: "/v1/periods";
        readonly isPaged: true;
    };
    /** One row per game, period and book that posted anything on that period, graded against that book's own close. */
    readonly periodOdds: {
        readonly path: "/v1/period_odds";
        readonly isPaged: true;
    };
    /** What each revision after `since` changed: all that a copy of the data needs to become what the API answers today. */
    readonly changes: {
        readonly path: "/v1/changes";
        readonly isPaged: true;
    };
    /** The revisions of the archive, oldest first, with how much each changed. */
    readonly revisions: {
        readonly path: "/v1/revisions";
        readonly isPaged: true;
    };
    /** One row per completed game, with the ids that it has at other sources, as these write them. */
    readonly gameIds: {
        readonly path: "/v1/ids/games";
        readonly isPaged: true;
    };
    /** The teams of a sport, with the ids or names that they have at other sources. */
    readonly teamIds: {
        readonly path: "/v1/ids/teams";
        readonly isPaged: true;
    };
    /** Whole seasons as files, Parquet and CSV, with the SHA-256 of each. */
    readonly files: {
        readonly path: "/v1/files";
        readonly isPaged: true;
    };
    /** One data set of a whole season as a file: the rows of all pages of its list. */
    readonly file: {
        readonly path: "/v1/files/{sport}/{season}/{file}";
        readonly isPaged: false;
    };
    /** An address that opens a file without a header, for programs that can send none: Excel, a BI tool, R. */
    readonly fileLink: {
        readonly path: "/v1/files/{sport}/{season}/{file}/link";
        readonly isPaged: false;
    };
    /** How far lines go: for each season, period, market and book, in how many games it has an opening and a closing line or price. */
    readonly coverage: {
        readonly path: "/v1/coverage";
        readonly isPaged: true;
    };
};
/** The codes of errors. A later version of the server may have more. */
export declare const errorCodes: readonly ["invalid_param", "unauthorized", "forbidden", "not_found", "method_not_allowed", "range_not_satisfiable", "rate_limited", "quota_exceeded", "internal", "unavailable"];
