/** What decisions.md says of answers, requests, caching and plans. And the tests that hold it. */
import { type Section, testsOf } from "./sentence.ts";

const gameTest = testsOf("test/contract/game.test.ts");
const books = testsOf("test/domain/books.test.ts");
const consensus = testsOf("test/domain/consensus.test.ts");
const sports = testsOf("test/domain/sports.test.ts");
const teams = testsOf("test/domain/teams.test.ts");
const sample = testsOf("test/sample/recompute.long.ts");
const access = testsOf("test/api/authentication.test.ts");
const filters = testsOf("test/contract/filters.volume.test.ts");
const cursors = testsOf("test/contract/cursors.volume.test.ts");
const errors = testsOf("test/contract/errors.test.ts");
const parameters = testsOf("test/contract/parameters.volume.test.ts");
const paging = testsOf("test/contract/paging.volume.test.ts");
const csv = testsOf("test/contract/csv.test.ts");
const caching = testsOf("test/contract/caching.test.ts");
const openapi = testsOf("test/contract/openapi.test.ts");
const own = testsOf("test/contract/sentences.test.ts");
const caches = testsOf("test/caches/caches.test.ts");
const limits = testsOf("test/contract/limits.test.ts");
const manage = testsOf("test/web/manage.test.ts");
const counting = testsOf("test/access/limits.test.ts");
const revoked = testsOf("test/access/revoked.test.ts");
const killed = testsOf("test/access/kill.volume.test.ts");

export const decisionsOnRequests: readonly Section[] = [
  {
    title: "Shapes and order",
    sentences: [
      {
        id: "D-22.1",
        text: "`books` by `book_id`;",
        tests: [sample("the books of a game's detail are its odds rows, in order of book id")],
      },
      {
        id: "D-22.2",
        text: "`period_odds` by period in the order 1h, 2h, q1-q4, p1, inn1, inn5, then `book_id`.",
        tests: [
          sports("period odds come in the order 1h, 2h, q1 to q4"),
          gameTest("period_odds come by period in the order 1h, 2h, q1-q4, p1, inn1, inn5, then book_id"),
        ],
      },
      {
        id: "D-23.1",
        text: "`meta.count` is the number of rows in this page.",
        tests: [
          paging("meta.count is the number of rows in this page; next_cursor is null exactly on the last page [D-23]"),
        ],
      },
      {
        id: "D-23.2",
        text: "`next_cursor` is null exactly on the last page (no empty last page).",
        tests: [
          paging("meta.count is the number of rows in this page; next_cursor is null exactly on the last page [D-23]"),
        ],
      },
      {
        id: "D-24.1",
        text: "An odds row exists when the book posted at least one full-game market.",
        tests: [
          own("a book that posted only a period has no odds row, one full-game market makes one [D-24]"),
          consensus("a market that was only opened, and a team total alone, are posted markets"),
        ],
      },
      {
        id: "D-24.2",
        text: "`market=` keeps the rows in which that market has any non-null line or price.",
        tests: [filters("market= keeps the rows in which that market has any non-null line or price [D-24]")],
      },
    ],
  },
  {
    title: "Requests",
    sentences: [
      {
        id: "D-25.1",
        text: "key (401) → standing (403) → rate (429) → quota (429) → parameters (400) → existence (404).",
        tests: [
          limits("of any two faults the earlier one answers: key, standing, rate, quota, parameters, existence"),
          errors("Order of checks: key (401), standing (403), parameters (400), existence (404) [D-25]"),
          caching("errors win over 304"),
        ],
      },
      {
        id: "D-25.2",
        text: "Nothing about data or routes under `/v1` is told to a caller without a good key, except `/v1/openapi.json`, which is public and unmetered.",
        tests: [
          access("without a good key everything under /v1 is 401"),
          errors("/v1/openapi.json is public [D-25]"),
          limits("/v1/openapi.json carries none of them, is not counted"),
          limits("an unroutable URL, an unknown path and another method are told only to a key that may ask"),
        ],
      },
      {
        id: "D-26.1",
        text: "A parameter given twice, empty, or of the wrong form is 400 `invalid_param` naming it;",
        tests: [parameters("/v1/games: a parameter given twice, empty, or of the wrong form is 400 naming it [D-26]")],
      },
      {
        id: "D-26.2",
        text: "so are an unknown team or book, a date that does not exist, `from` later than `to`, and `limit` outside 1-1000 (no clamping).",
        tests: [parameters("every way in which a value is wrong is told apart")],
      },
      {
        id: "D-26.3",
        text: "Team and book values match without regard to case.",
        tests: [
          teams("a filter value may be a team id or an abbreviation in any case"),
          books("a caller finds a published book by its slug in any case or by its id"),
          parameters("values of team, home, away, book and game_id match in any case"),
        ],
      },
      {
        id: "D-26.4",
        text: "An unknown but well-formed season, week or game_id matches nothing.",
        tests: [filters("An unknown but well-formed season, week or game_id matches nothing [D-26]")],
      },
      {
        id: "D-27.1",
        text: "The odds list without season, from/to, team or game_id: 400 `invalid_param`, the message names the four, no `param`.",
        tests: [errors("The odds list without season, from/to, team or game_id is 400")],
      },
      {
        id: "D-28.1",
        text: "A cursor binds the endpoint and every filter; `limit` and `format` may change between pages.",
        tests: [
          cursors("A cursor binds the endpoint and every filter"),
          cursors("limit and format may change between pages"),
          csv(
            "CSV of /v1/games?sport=nfl equals the JSON row for row over a whole walk, and cursors serve both formats",
          ),
        ],
      },
      {
        id: "D-28.2",
        text: "Damaged, foreign or stale-version cursors are 400 with `param` = `cursor`, never 500.",
        tests: [
          cursors("A cursor with any character changed to any other"),
          cursors("A cursor cut, extended, doubled or made up"),
          cursors("A cursor of another version"),
        ],
      },
      {
        id: "D-29.1",
        text: "`format` wins over `Accept`; `Accept` follows q-values.",
        tests: [csv("[D-29] format wins over Accept"), csv("[D-29] Accept follows q-values")],
      },
      {
        id: "D-29.2",
        text: "CSV has a header row even when empty, RFC 4180 quoting, null as an empty cell, `true`/`false`, fixed columns in the order of the tables in service.md, and `Content-Disposition` with a telling file name.",
        tests: [
          csv("[D-29] CSV has its header row also when empty"),
          csv("[D-29] RFC 4180 quoting"),
          csv("nested objects become dotted column names"),
          csv("[D-29] Content-Disposition has a telling file name"),
        ],
      },
      {
        id: "D-29.3",
        text: "`X-Next-Cursor` is absent on the last page.",
        tests: [csv("[D-29] CSV has its header row also when empty, and X-Next-Cursor is absent on the last page")],
      },
      {
        id: "D-29.4",
        text: "JSON-only endpoints answer JSON to any Accept.",
        tests: [csv("[D-29] JSON-only endpoints answer JSON to any Accept")],
      },
      {
        id: "D-30.1",
        text: "`sports`, `teams` and `seasons` take no `limit` or `cursor` (400 unknown parameter); their `next_cursor` is null.",
        tests: [errors("sports, teams and seasons take no limit or cursor")],
      },
      {
        id: "D-31.1",
        text: "HEAD works where GET does.",
        tests: [
          errors("HEAD works where GET does"),
          openapi("nfl: 200 as JSON and CSV, HEAD and 304 of every endpoint are as described"),
          csv("[D-31] HEAD answers CSV's headers without the body"),
        ],
      },
      {
        id: "D-31.2",
        text: "Other methods: 405, `Allow: GET, HEAD`, code `method_not_allowed`.",
        tests: [errors("Other methods are 405, Allow: GET, HEAD")],
      },
      {
        id: "D-31.3",
        text: "Unknown path under /v1 with a good key: 404 `not_found`.",
        tests: [errors("An unknown path under /v1")],
      },
      {
        id: "D-32.1",
        text: "Both headers sent: `Authorization` wins.",
        tests: [access("Authorization wins when both headers are sent")],
      },
      {
        id: "D-32.2",
        text: "A key in the query string is an unknown parameter.",
        tests: [access("a key in the query is no key"), errors("A key in the query string is an unknown parameter")],
      },
      {
        id: "D-33.1",
        text: "Errors never show a stack, SQL, a path or a key; the request id is in `X-Request-Id` and in the log line.",
        tests: [errors("Errors never show a stack, SQL, a path or a key"), errors("The log has one line an answer")],
      },
    ],
  },
  {
    title: "Caching",
    sentences: [
      {
        id: "D-34.1",
        text: "The ETag is weak and covers the data, not `meta.request_id`; it differs between JSON and CSV and does not depend on the key.",
        tests: [
          caching("every 200 carries a weak ETag, Cache-Control and Vary"),
          caching("the ETag differs between formats"),
          caching("the ETag is the same for the same question in other words, again, and with another key"),
        ],
      },
      {
        id: "D-34.2",
        text: "`If-None-Match` with lists, `*` and weak comparison works.",
        tests: [caching("If-None-Match takes lists, * and weak comparison")],
      },
      {
        id: "D-34.3",
        text: "A 304 has no body and carries ETag, Cache-Control, Vary, X-Request-Id and the rate and quota headers.",
        tests: [
          caching("If-None-Match matching the ETag returns 304 on every endpoint, GET and HEAD, without a body"),
          limits("every answer to a good key carries the rate and quota headers"),
        ],
      },
      {
        id: "D-35.1",
        text: "`Vary: Authorization, X-API-Key, Accept, Accept-Encoding`, so that a shared cache never answers one caller with what another paid for.",
        tests: [
          caching("every 200 carries a weak ETag, Cache-Control and Vary"),
          caches("two keys sent as authorization never see each other's cached answer"),
        ],
      },
      {
        id: "D-36.1",
        text: "`public, max-age=86400` when every season that the request can match is published; otherwise `public, max-age=900`.",
        tests: [caching("[D-36] max-age is 86400 when every season that the request can match is published")],
      },
    ],
  },
  {
    title: "Plans and limits",
    sentences: [
      {
        id: "D-37.1",
        text: "The rate window is an exact sliding minute per key: the 31st (121st) request inside any 60 seconds is refused, and a refused request is not itself counted.",
        tests: [
          counting("a plan's own limits hold: the 31st of a trial and the 121st of Standard in a minute are refused"),
          counting("1,000 requests at random over 10 minutes are admitted exactly as a reference log says"),
          counting("a request that is refused counts in neither"),
          counting("keys of one account have windows of their own"),
        ],
      },
      {
        id: "D-37.2",
        text: "`X-RateLimit-Reset` is the unix second at which the oldest counted request leaves the window; `Retry-After` agrees with it.",
        tests: [
          limits("X-RateLimit-Reset follows the oldest counted request as it leaves"),
          limits("waiting until the second that X-RateLimit-Reset names is enough"),
          limits("Retry-After of rate_limited agrees with X-RateLimit-Reset, and waiting it is enough"),
        ],
      },
      {
        id: "D-38.1",
        text: "Quota is per account.",
        tests: [counting("keys of one account have windows of their own and share the quota")],
      },
      {
        id: "D-38.2",
        text: "It is taken before the work and given back when the answer is neither 2xx nor 304; the last unit is granted exactly once under concurrency.",
        tests: [
          limits("2xx and 304 count in the window and in the quota; errors only in the window"),
          limits("200 requests at once at the last 7 units of a quota are 7 times 200 and 193 times 429"),
          counting("200 requests at once through two doors, with two keys of the account, are 7 successes too"),
          counting("a request that is given back leaves the quota and stays in the window"),
        ],
      },
      {
        id: "D-38.3",
        text: "`X-Quota-Reset` is in unix seconds: the end of the billing period (Standard; calendar month in UTC without billing), the end of the trial (Trial).",
        tests: [
          limits("X-Quota-Reset is the end of the month in UTC on Standard, and the end of the trial on Trial"),
          counting("Standard's quota begins anew with the calendar month of UTC"),
        ],
      },
      {
        id: "D-38.4",
        text: "A spent trial is 429 `quota_exceeded`; an ended one is 403.",
        tests: [
          counting("a trial has 2,000 requests in all and ends after 3 days; a spent one is 429, an ended one 403"),
        ],
      },
      {
        id: "D-39.1",
        text: "Rate and quota headers are on every answer to a known key, errors included.",
        tests: [
          limits("every answer to a good key carries the rate and quota headers"),
          limits("both 429s and the 403 of every standing carry them"),
          limits("a fault of ours carries them too"),
          limits("no answer without a key or to an unknown one carries any of them"),
        ],
      },
      {
        id: "D-40.1",
        text: "Killing the process with SIGKILL loses no counted request and never grants one beyond the quota.",
        tests: [
          killed("20 kills under load lose no counted request and count no error"),
          killed("kills near the end of a quota never grant a request beyond it"),
        ],
      },
      {
        id: "D-41.1",
        text: "`gl_live_` + 32 base62 characters of secret + 6 of CRC-32 checksum.",
        tests: [access("keys have their shape and checksum")],
      },
      {
        id: "D-41.2",
        text: "A malformed key is refused without a look-up.",
        tests: [own("a malformed key is refused without a look-up, and of a key only its SHA-256 is kept [D-41]")],
      },
      {
        id: "D-41.3",
        text: "Only a SHA-256 is stored; the page lists prefix, last four, name, created, last used, status.",
        tests: [
          own("a malformed key is refused without a look-up, and of a key only its SHA-256 is kept [D-41]"),
          manage("keys are listed with prefix, last four, name, created, last used and status, and never whole"),
        ],
      },
      {
        id: "D-41.4",
        text: "Several keys at once per account, so that a key can be replaced without a gap.",
        tests: [
          access("a new key works at once, also one that was refused before it was known"),
          counting("keys of one account have windows of their own and share the quota"),
        ],
      },
      {
        id: "D-41.5",
        text: "A revoked key answers 403 within one second on every node.",
        tests: [
          access("a revoked key is 403 within a second"),
          revoked("on postgres, a key that one node revokes is refused by the other nodes at its next request"),
        ],
      },
    ],
  },
];
