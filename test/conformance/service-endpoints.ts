/** What service.md says of requests: endpoints, keys, errors, limits. And the tests that hold it. */
import { type Section, testsOf } from "./sentence.ts";

const resources = testsOf("test/contract/resources.test.ts");
const gameTest = testsOf("test/contract/game.test.ts");
const storage = testsOf("test/database/storage.test.ts");
const sample = testsOf("test/sample/recompute.long.ts");
const access = testsOf("test/api/authentication.test.ts");
const requestIds = testsOf("test/api/request-ids.test.ts");
const csv = testsOf("test/contract/csv.test.ts");
const caching = testsOf("test/contract/caching.test.ts");
const errors = testsOf("test/contract/errors.test.ts");
const parameters = testsOf("test/contract/parameters.volume.test.ts");
const filters = testsOf("test/contract/filters.volume.test.ts");
const cursors = testsOf("test/contract/cursors.volume.test.ts");
const paging = testsOf("test/contract/paging.volume.test.ts");
const openapi = testsOf("test/contract/openapi.test.ts");
const fieldsTest = testsOf("test/contract/fields.test.ts");
const own = testsOf("test/contract/sentences.test.ts");
const limits = testsOf("test/contract/limits.test.ts");
const manage = testsOf("test/web/manage.test.ts");
const counting = testsOf("test/access/limits.test.ts");
const routes = openapi("the routes and their parameters are those that exist");
const parameter = [parameters("every endpoint and every parameter is covered")];

export const endpoints: readonly Section[] = [
  {
    title: "Endpoints",
    sentences: [
      {
        id: "service/endpoints/get",
        text: "All endpoints are GET and need authentication (see Authentication).",
        tests: [
          errors("Other methods are 405, Allow: GET, HEAD"),
          errors("An unknown path under /v1"),
          access("without a good key everything under /v1 is 401"),
        ],
      },
      {
        id: "service/endpoints/unknown-parameter",
        text: "Unknown query parameters are rejected with 400 naming the parameter.",
        tests: [parameters("/v1/games: unknown query parameters are rejected with 400 naming the parameter")],
      },
      {
        id: "service/endpoints/request-id",
        text: "Every response carries `X-Request-Id`.",
        tests: [requestIds("every answer carries its own request id")],
      },
    ],
  },
  {
    title: "Pagination and CSV",
    sentences: [
      {
        id: "service/paging/envelope",
        text: "The response is the list envelope.",
        tests: [
          resources("/v1/games?sport=nfl: list response of data, next_cursor, and meta with count and request_id"),
        ],
      },
      {
        id: "service/paging/cursor",
        text: "Pass `next_cursor` back as the query parameter `cursor`, with the SAME filters, until it is null.",
        tests: [
          paging("Walking any filter with any limit visits every row exactly once"),
          paging("meta.count is the number of rows in this page; next_cursor is null exactly on the last page [D-23]"),
        ],
      },
      {
        id: "service/paging/changed",
        text: "A cursor used with changed filters gives 400 `invalid_param` with `param` = `cursor`.",
        tests: [
          cursors("A cursor binds the endpoint and every filter"),
          cursors("limit and format may change between pages"),
        ],
      },
      {
        id: "service/paging/limit",
        text: "`limit` is an integer from 1 to 1000, default 100.",
        tests: [
          paging("limit is an integer from 1 to 1000, default 100"),
          parameters("every way in which a value is wrong is told apart"),
        ],
      },
      {
        id: "service/paging/no-offset",
        text: "There is no offset and no total count.",
        tests: [
          parameters("/v1/games: unknown query parameters are rejected with 400 naming the parameter"),
          resources("/v1/games?sport=nfl: list response of data, next_cursor, and meta with count and request_id"),
        ],
      },
      {
        id: "service/paging/order",
        text: "Ordering is by start_time, then game_id (odds rows also by book_id), oldest first.",
        tests: [
          resources("Games come by start_time, then game_id, oldest first"),
          paging("Walking any filter with any limit visits every row exactly once, in order"),
          resources("Odds come by start_time, game_id and book_id"),
        ],
      },
      {
        id: "service/paging/csv",
        text: "The games and odds lists may return CSV: query `format=csv` or header `Accept: text/csv`.",
        tests: [csv("[D-29] Accept follows q-values"), csv("[D-29] format wins over Accept")],
      },
      {
        id: "service/paging/dotted",
        text: "Nested objects become dotted column names (for example `home.score`, `consensus.spread.close`).",
        tests: [csv("nested objects become dotted column names")],
      },
      {
        id: "service/paging/next-cursor-header",
        text: "The next cursor is returned in the response header `X-Next-Cursor`.",
        tests: [
          csv(
            "CSV of /v1/games?sport=nfl equals the JSON row for row over a whole walk, and cursors serve both formats",
          ),
        ],
      },
      {
        id: "service/paging/json-only",
        text: "The sports, seasons and teams endpoints return JSON only and declare cursor pagination; they take only the parameters listed.",
        tests: [
          csv("[D-29] JSON-only endpoints answer JSON to any Accept"),
          errors("sports, teams and seasons take no limit or cursor"),
        ],
      },
    ],
  },
  {
    title: "Sports, teams and seasons",
    sentences: [
      {
        id: "service/sports/list",
        text: "Lists every sport with its seasons, markets and most recent completed game. No parameters. Returns the list envelope of Sport.",
        tests: [
          fieldsTest("the members of Sport are those of its table, each of its type"),
          fieldsTest("a sport's seasons, last game and teams are what the other lists say"),
          ...parameter,
        ],
      },
      { id: "service/teams/sport", text: "sport | query | enum mlb, nfl, ncaaf, nba, nhl | yes", tests: parameter },
      {
        id: "service/teams/list",
        text: "Returns the list envelope of Team.",
        tests: [fieldsTest("the members of Team are those of its table, each of its type")],
      },
      { id: "service/seasons/sport", text: "sport | query | enum mlb, nfl, ncaaf, nba, nhl | yes", tests: parameter },
      {
        id: "service/seasons/list",
        text: "Returns the list envelope of Season.",
        tests: [fieldsTest("the members of Season are those of its table, each of its type")],
      },
    ],
  },
  {
    title: "GET /v1/games",
    sentences: [
      {
        id: "service/games/rows",
        text: "One row per completed game. Returns the list envelope of Game; CSV available.",
        tests: [
          sample("every final game of the sample is published"),
          fieldsTest("the members of Game are those of its table, each of its type"),
        ],
      },
      { id: "service/games/sport", text: "sport | enum mlb, nfl, ncaaf, nba, nhl | yes", tests: parameter },
      {
        id: "service/games/from",
        text: "from | string YYYY-MM-DD | no | game_date, inclusive lower bound",
        tests: [filters("from and to apply to game_date, both inclusive"), ...parameter],
      },
      {
        id: "service/games/to",
        text: "to | string YYYY-MM-DD | no | game_date, inclusive upper bound",
        tests: [filters("from and to apply to game_date, both inclusive"), ...parameter],
      },
      {
        id: "service/games/season",
        text: "season | integer | no | season label per the conventions",
        tests: [filters("Each filter of games by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/games/team",
        text: "team | string | no | team id or abbreviation; matches home OR away",
        tests: [filters("Each filter of games by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/games/home",
        text: "home | string | no | home team id or abbreviation",
        tests: [filters("Each filter of games by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/games/away",
        text: "away | string | no | away team id or abbreviation",
        tests: [filters("Each filter of games by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/games/week",
        text: "week | integer or null | no | NFL and NCAAF week number",
        tests: [filters("Each filter of games by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/games/season_type",
        text: "season_type | enum regular, postseason, all | no | default `all`",
        tests: [filters("Each filter of games by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/games/limit",
        text: "limit | integer 1 to 1000 | no | default 100",
        tests: [
          paging("limit is an integer from 1 to 1000, default 100"),
          parameters("every way in which a value is wrong is told apart"),
          ...parameter,
        ],
      },
      {
        id: "service/games/cursor",
        text: "cursor | string | no | opaque value from next_cursor",
        tests: [
          cursors("A cursor with any character changed to any other"),
          cursors("A cursor cut, extended, doubled or made up"),
          cursors("A cursor of another version"),
          ...parameter,
        ],
      },
      {
        id: "service/games/format",
        text: "format | enum json, csv | no | csv can also be requested with Accept: text/csv",
        tests: [csv("[D-29] format wins over Accept"), ...parameter],
      },
    ],
  },
  {
    title: "GET /v1/games/{game_id}",
    sentences: [
      {
        id: "service/game/game_id",
        text: "game_id | path | string | yes",
        tests: [
          gameTest("GameDetail has every field of Game, plus period_scores, weather, books and period_odds"),
          routes,
        ],
      },
      {
        id: "service/game/answer",
        text: "Returns `{ data: GameDetail, meta: { request_id } }`; JSON only.",
        tests: [
          gameTest("The single game returns { data: GameDetail, meta: { request_id } }"),
          gameTest("GameDetail has every field of Game, plus period_scores, weather, books and period_odds"),
          csv("[D-29] JSON-only endpoints answer JSON to any Accept"),
        ],
      },
      {
        id: "service/game/not-found",
        text: "Returns 404 `not_found` for an unknown game or for a game not yet final.",
        tests: [
          own("a game that goes final appears in list, detail and odds, and in none of them before"),
          errors("Returns 404 not_found for an unknown game"),
          errors("An unknown path under /v1"),
        ],
      },
    ],
  },
  {
    title: "GET /v1/odds",
    sentences: [
      {
        id: "service/odds/rows",
        text: "One row per (game, book), US sportsbooks only. Returns the list envelope of OddsRow; CSV available.",
        tests: [
          fieldsTest("every odds row joins its game by game_id, and repeats its date, start and teams"),
          storage("books that are not US-facing are kept and not published"),
        ],
      },
      {
        id: "service/odds/required",
        text: "At least one of `season`, `from`/`to`, `team` or `game_id` must be present; otherwise the status is 400.",
        tests: [errors("The odds list without season, from/to, team or game_id is 400")],
      },
      { id: "service/odds/sport", text: "sport | enum mlb, nfl, ncaaf, nba, nhl | yes", tests: parameter },
      {
        id: "service/odds/from-to",
        text: "from, to | string YYYY-MM-DD | no | game_date, inclusive",
        tests: [filters("from and to apply to game_date, both inclusive"), ...parameter],
      },
      {
        id: "service/odds/season",
        text: "season | integer | no",
        tests: [filters("Each filter of odds by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/odds/team",
        text: "team | string | no | team id or abbreviation as listed by the teams endpoint; slug-style full names are not accepted",
        tests: [
          filters("Each filter of odds by itself gives what a plain filter over all rows gives"),
          parameters("every way in which a value is wrong is told apart"),
        ],
      },
      {
        id: "service/odds/game_id",
        text: "game_id | string | no | restrict to one game",
        tests: [filters("Each filter of odds by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/odds/book",
        text: "book | string | no | comma-separated book slugs or ids; default all US books",
        tests: [filters("Each filter of odds by itself gives what a plain filter over all rows gives"), ...parameter],
      },
      {
        id: "service/odds/market",
        text: "market | enum moneyline, spread, total, team_total | no | only rows where this market was priced",
        tests: [
          filters("market= keeps the rows in which that market has any non-null line or price [D-24]"),
          ...parameter,
        ],
      },
      {
        id: "service/odds/limit",
        text: "limit | integer 1 to 1000 | no | default 100",
        tests: [
          paging("limit is an integer from 1 to 1000, default 100"),
          parameters("every way in which a value is wrong is told apart"),
          ...parameter,
        ],
      },
      {
        id: "service/odds/cursor",
        text: "cursor | string | no | opaque",
        tests: [
          cursors("A cursor with any character changed to any other"),
          cursors("A cursor cut, extended, doubled or made up"),
          cursors("A cursor of another version"),
          ...parameter,
        ],
      },
      {
        id: "service/odds/format",
        text: "format | enum json, csv | no | Accept: text/csv also works",
        tests: [csv("[D-29] Accept follows q-values"), ...parameter],
      },
      {
        id: "service/odds/bets",
        text: "The sports payloads refer to a bets endpoint (`/v1/bets`) as the place where the listed markets are published. Its method, parameters and payload: not shown.",
        none: "not shown there; what /v1/bets answers is our own addition [A-3]",
      },
    ],
  },
  {
    title: "Authentication",
    sentences: [
      {
        id: "service/authentication/headers",
        text: "Send the key as `Authorization: Bearer <API_KEY>`, or as the header `X-API-Key: <API_KEY>`.",
        tests: [access("either header carries the key")],
      },
      {
        id: "service/authentication/shape",
        text: "A key is a string with a fixed service-specific prefix followed by a secret part.",
        tests: [access("keys have their shape and checksum")],
      },
      {
        id: "service/authentication/once",
        text: "It is displayed once when created.",
        tests: [
          own("a malformed key is refused without a look-up, and of a key only its SHA-256 is kept [D-41]"),
          manage("the trial begins once, and a key is shown once: a reload makes no other"),
        ],
      },
      {
        id: "service/authentication/lost",
        text: "A lost key is revoked and a new one created on the key management web page.",
        tests: [
          manage("a key is renamed and, after a question, revoked"),
          manage("two forms, in two tabs, make two keys"),
        ],
      },
      {
        id: "service/authentication/401",
        text: "Missing or unknown key: 401 `unauthorized`.",
        tests: [access("without a good key everything under /v1 is 401")],
      },
      {
        id: "service/authentication/403",
        text: "Revoked key, ended trial, past-due subscription or canceled subscription: 403 `forbidden`; the message points to the key management page.",
        tests: [
          access("a revoked key is 403 within a second, and the refusal points to the management page"),
          limits("a 403 names its reason, the key management page, and not the key"),
        ],
      },
      {
        id: "service/authentication/trial",
        text: "Trial | 3 days | 2,000 total | 30 requests/minute",
        tests: [
          counting("a plan's own limits hold"),
          counting("a trial has 2,000 requests in all and ends after 3 days"),
        ],
      },
      {
        id: "service/authentication/standard",
        text: "Standard | monthly subscription | 100,000 per month | 120 requests/minute",
        tests: [
          counting("a plan's own limits hold"),
          limits("every answer to a good key carries the rate and quota headers"),
          limits("X-Quota-Reset is the end of the month in UTC on Standard"),
        ],
      },
      {
        id: "service/authentication/all",
        text: "All endpoints require a key.",
        tests: [access("without a good key everything under /v1 is 401")],
      },
    ],
  },
  { title: "Events", sentences: [{ id: "service/events", text: "Events: not shown.", none: "not shown" }] },
  {
    title: "Errors",
    sentences: [
      {
        id: "service/errors/envelope",
        text: "Envelope: `{ error: { code: string, message: string, param?: string } }`. `param` names the offending parameter when there is one.",
        tests: [
          parameters("/v1/games: a parameter given twice, empty, or of the wrong form is 400 naming it [D-26]"),
          openapi("400, 401, 403 and 404 of every endpoint are as described"),
        ],
      },
      {
        id: "service/errors/invalid_param",
        text: "400 | invalid_param | Invalid parameter value (for example a sport outside the enum; the message lists allowed values and `param` names it); unknown query parameter (message says unknown parameter, `param` names it); a cursor reused with changed filters (`param` = cursor); the odds list called without any of season, from/to, team, game_id",
        tests: [
          parameters("/v1/games: a parameter given twice, empty, or of the wrong form is 400 naming it [D-26]"),
          parameters("every endpoint and every parameter is covered"),
          cursors("A cursor binds the endpoint and every filter"),
          cursors("limit and format may change between pages"),
          errors("The odds list without season, from/to, team or game_id is 400"),
        ],
      },
      {
        id: "service/errors/unauthorized",
        text: "401 | unauthorized | Missing or unknown API key",
        tests: [access("without a good key everything under /v1 is 401")],
      },
      {
        id: "service/errors/forbidden",
        text: "403 | forbidden | Key revoked or subscription inactive",
        tests: [limits("a 403 names its reason, the key management page, and not the key")],
      },
      {
        id: "service/errors/not_found",
        text: "404 | not_found | Single game unknown or not yet final (message: game not found)",
        tests: [errors("Returns 404 not_found for an unknown game"), errors("An unknown path under /v1")],
      },
      {
        id: "service/errors/rate_limited",
        text: "429 | rate_limited | Per-minute rate limit exceeded; sleep for `Retry-After` seconds, then retry",
        tests: [
          limits("Retry-After of rate_limited agrees with X-RateLimit-Reset, and waiting it is enough"),
          limits("every endpoint answers both 429s and each 403 as the OpenAPI document describes"),
        ],
      },
      {
        id: "service/errors/quota_exceeded",
        text: "429 | quota_exceeded | Monthly quota exceeded; stop until the quota reset",
        tests: [
          limits("Retry-After of quota_exceeded is the seconds until X-Quota-Reset, and waiting them is enough"),
          limits("every endpoint answers both 429s and each 403 as the OpenAPI document describes"),
        ],
      },
      {
        id: "service/errors/internal",
        text: "500 | internal | Server fault",
        tests: [
          errors("Every error of service.md's table has its status and code"),
          errors("Errors never show a stack, SQL, a path or a key"),
        ],
      },
      {
        id: "service/errors/every",
        text: "Every endpoint can return 400, 401, 403 and 429.",
        tests: [
          openapi("400, 401, 403 and 404 of every endpoint are as described"),
          limits("every endpoint answers both 429s and each 403 as the OpenAPI document describes"),
        ],
      },
      {
        id: "service/errors/only-404",
        text: "Only the single-game endpoint returns 404.",
        tests: [errors("Returns 404 not_found for an unknown game"), errors("An unknown path under /v1")],
      },
      {
        id: "service/errors/request-id",
        text: "Every response carries `X-Request-Id`; successful bodies carry the same kind of id in `meta.request_id`.",
        tests: [requestIds("every answer carries its own request id, and a good one repeats it in meta")],
      },
      {
        id: "service/errors/odds-filter",
        text: "Code and message of the 400 for the odds filter requirement: not shown beyond the 400 status.",
        none: "not shown; D-27 decides",
      },
    ],
  },
  {
    title: "Limits",
    sentences: [
      {
        id: "service/limits/page",
        text: "Page size | 1 to 1000 rows, default 100",
        tests: [
          paging("limit is an integer from 1 to 1000, default 100"),
          parameters("every way in which a value is wrong is told apart"),
        ],
      },
      {
        id: "service/limits/rate",
        text: "Rate window | sliding one-minute window per key; headers `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset` (unix seconds)",
        tests: [
          counting("1,000 requests at random over 10 minutes are admitted exactly as a reference log says"),
          counting("keys of one account have windows of their own"),
          limits("every answer to a good key carries the rate and quota headers"),
          limits("X-RateLimit-Reset follows the oldest counted request as it leaves"),
        ],
      },
      {
        id: "service/limits/trial",
        text: "Trial | 2,000 requests, 30 requests/minute, 3 days",
        tests: [
          counting("a plan's own limits hold"),
          counting("a trial has 2,000 requests in all and ends after 3 days"),
        ],
      },
      {
        id: "service/limits/standard",
        text: "Standard | 100,000 requests per month, 120 requests/minute",
        tests: [
          counting("a plan's own limits hold"),
          limits("every answer to a good key carries the rate and quota headers"),
          limits("X-Quota-Reset is the end of the month in UTC on Standard"),
        ],
      },
      {
        id: "service/limits/quota",
        text: "Monthly quota | per account; counts requests, not rows; headers `X-Quota-Limit`, `X-Quota-Remaining`, `X-Quota-Reset`",
        tests: [
          counting("keys of one account have windows of their own and share the quota"),
          limits("a page of a thousand rows counts as one of one row does"),
          limits("every answer to a good key carries the rate and quota headers"),
        ],
      },
      {
        id: "service/limits/counts",
        text: "What counts against quota | successful (2xx) responses and 304 cache hits; error responses do not count",
        tests: [limits("2xx and 304 count in the window and in the quota; errors only in the window")],
      },
      {
        id: "service/limits/etag",
        text: "Every 200 response carries `ETag` and a `Cache-Control` header of `public, max-age=86400` for past seasons, or `max-age=900` when today or yesterday can still change.",
        tests: [
          caching("every 200 carries a weak ETag, Cache-Control and Vary"),
          caching("[D-36] max-age is 86400 when every season that the request can match is published"),
        ],
      },
      {
        id: "service/limits/304",
        text: "A request with `If-None-Match` matching the ETag returns 304, which still counts against quota.",
        tests: [
          caching("If-None-Match matching the ETag returns 304 on every endpoint"),
          limits("2xx and 304 count in the window and in the quota; errors only in the window"),
        ],
      },
      {
        id: "service/limits/outside",
        text: "Behavior for a `limit` outside 1 to 1000: not shown beyond the general 400 for invalid parameters.",
        none: "not shown; D-26 decides",
      },
      { id: "service/limits/reset-unit", text: "Unit of `X-Quota-Reset`: not shown.", none: "not shown; D-38 decides" },
    ],
  },
  {
    title: "Versioning",
    sentences: [
      {
        id: "service/versioning/prefix",
        text: "The version is the path prefix `/v1`; all endpoints above are v1.",
        tests: [routes],
      },
      {
        id: "service/versioning/openapi",
        text: "A machine-readable description in OpenAPI 3.1 is served at {base_url}/v1/openapi.json.",
        tests: [
          openapi("the document is served to anyone"),
          fieldsTest(
            "the description at /v1/openapi.json is OpenAPI 3.1 and lists the six endpoints, and /v1 that leads to them",
          ),
        ],
      },
      {
        id: "service/versioning/policy",
        text: "Deprecation and change policy: not shown.",
        none: "not shown; docs/api/versioning.md states ours",
      },
    ],
  },
];
