/** Each endpoint of the contract with the question that answers it: one without an answer does not compile, nor one at the path of another. */
import { hash } from "node:crypto";
import { csvFileName } from "../contract/csv.ts";
import { documentedPath } from "../contract/endpoint.ts";
import { type EndpointPath, endpoints } from "../contract/lists/all.ts";
import { bets } from "../contract/lists/bets.ts";
import { books } from "../contract/lists/books.ts";
import { coverage } from "../contract/lists/coverage.ts";
import { evidence } from "../contract/lists/evidence.ts";
import { game, games } from "../contract/lists/games.ts";
import { gameIds, teamIds } from "../contract/lists/ids.ts";
import { lines } from "../contract/lists/lines.ts";
import { odds } from "../contract/lists/odds.ts";
import { periodOdds, periods } from "../contract/lists/periods.ts";
import { type Contents, contents, seasons, sports as sportsOfV1, teams } from "../contract/lists/reference.ts";
import { snapshots } from "../contract/lists/snapshots.ts";
import { teamGames } from "../contract/lists/team-games.ts";
import { trends } from "../contract/lists/trends.ts";
import type { ValuesOf } from "../contract/parameter.ts";
import { momentMinutes } from "../domain/periods.ts";
import { sports } from "../domain/sports.ts";
import { type BetFilter, betFilterOf, looksBack } from "../query/bets/filter.ts";
import { betList } from "../query/bets/page.ts";
import { bookRows, coveragePage } from "../query/coverage.ts";
import { evidenceRows } from "../query/evidence.ts";
import { gameIdList, gameList, oddsList, teamIdDigests, teamIdsPage } from "../query/games.ts";
import { firstMovesOf, type LineFilter, lineRows } from "../query/lines.ts";
import { digestOf, seasonRows } from "../query/load.ts";
import { type CursorQuestion, madePage, type Page, type PageRequest } from "../query/pages.ts";
import { periodList, periodOddsList } from "../query/periods.ts";
import { betRows, computedPage, snapshotRows, teamGameRows } from "../query/questions/row-pages.ts";
import { gameFilterOf, readGameInPath, wholeList, wholeSport } from "../query/reach.ts";
import { detailOf } from "../query/season.ts";
import { teamGameList } from "../query/team-games/row.ts";
import { trendsPage } from "../query/trends/page.ts";
import { judgementOf, setAsked, sumsOfSet, tooManyBets } from "../query/trends/summed.ts";
import {
  type Answer,
  type AnsweredEndpoint,
  type FileEndpoint,
  type Freshness,
  listBody,
  objectBody,
} from "./answer.ts";
import { changesAnswered, filesAnswered, revisionsAnswered } from "./archive-lists.ts";
import {
  answering,
  type Context,
  freshnessOf,
  gameListAnswer,
  listAnswer,
  listing,
  pageStart,
  reachFreshness,
  rowsAnswer,
} from "./list.ts";

/** A list that is there already. @throws BeingMended when it is damaged. */
function readyList(context: Context, found: readonly object[] | null): Answer {
  const rows = wholeList(found);
  return {
    freshness: freshnessOf(context, ["list", digestOf(rows)]),
    make: () => wholeListBody(rows),
  };
}

function wholeListBody(rows: readonly object[], meta = {}) {
  return listBody(Buffer.from(rows.map((row) => JSON.stringify(row)).join(",")), rows.length, null, meta);
}

export const answeredEndpoints: {
  readonly [Path in EndpointPath]: Path extends `/files/${string}` ? FileEndpoint<Path> : AnsweredEndpoint<Path>;
} = {
  "": answering(contents, () => contentsAnswer),
  "/sports": answering(sportsOfV1, (_asked, context) => readyList(context, context.snapshot.sportRows)),
  "/teams": answering(teams, ({ sport }, context) =>
    readyList(context, context.snapshot.sports[sport].league?.teams ?? null),
  ),
  "/seasons": answering(seasons, ({ sport }, context) =>
    readyList(context, seasonRows(context.snapshot.sports[sport])),
  ),
  "/books": answering(books, (_asked, context) => ({
    freshness: reachFreshness(context, sports.map(wholeSport), "books", "json"),
    async make(owner) {
      const { shelf, snapshot, revisionMeta } = context;
      const rows = await shelf.computing.ask(bookRows, null, { owner, snapshot });
      return wholeListBody(rows, revisionMeta);
    },
  })),

  "/games": listing(games, gameList),
  "/games/:game_id": answering(game, (_asked, context) => {
    const one = readGameInPath(context.inPath.game_id ?? "", context.snapshot);
    return {
      freshness: gameFreshness(context, one),
      make: () => objectBody(detailOf(one.season, one.game)),
    };
  }),
  "/team_games": answering(teamGames, (asked, context) => {
    const { sport } = asked;
    const filter = { ...gameFilterOf(asked), shortened: asked.shortened };
    return gameListAnswer(context, { ...asked, looksBack: true }, teamGameList, filter, {
      page: (wanted, owner) => computedPage(context, teamGameRows, { sport, filter, wanted }, owner),
    });
  }),
  "/games/:game_id/lines": answering(lines, (asked, context) =>
    listOfGame(context, asked, "lines", async ({ season, game, gameId }, filter, wanted) => {
      const path = await season.paths.one(game);
      const first_moves = wanted.format === "json" ? firstMovesOf(path, filter) : [];
      return {
        ...madePage(lineRows(path, gameId, filter, wanted.after), context.columns, wanted),
        meta: { first_moves },
      };
    }),
  ),
  "/games/:game_id/evidence": answering(evidence, (asked, context) =>
    listOfGame(context, asked, "evidence", async ({ season, game, gameId }, filter, wanted) => {
      const [path, statements] = [await season.paths.one(game), await season.statements.one(game)];
      return madePage(evidenceRows({ path, statements }, gameId, filter, wanted.after), context.columns, wanted);
    }),
  ),

  "/odds": listing(odds, oddsList),
  "/snapshots": answering(snapshots, (asked, context) => {
    const { sport, book: bookIds, market, period, max_age_minutes: mostAgeMinutes } = asked;
    const minutes = asked.minutes_before ?? momentMinutes;
    const filter = { ...gameFilterOf(asked), minutes, bookIds, market, period, mostAgeMinutes };
    return rowsAnswer(context, asked, {
      name: "snapshots",
      filter,
      page: (wanted, owner) => computedPage(context, snapshotRows, { sport, filter, wanted }, owner),
    });
  }),
  "/bets": answering(bets, (asked, context) => {
    const { sport } = asked;
    const filter = betFilterOf(asked, asked.book);
    return gameListAnswer(context, { ...asked, looksBack: looksBack(filter) }, betList, filter, {
      ...(isLong(asked, filter) && {
        page: (wanted, owner) => computedPage(context, betRows, { sport, filter, wanted }, owner),
      }),
    });
  }),
  "/trends": answering(trends, (asked, context) => {
    const { snapshot, shelf } = context;
    const set = setAsked(asked);
    const { groupBy, split } = set.division;
    const judgement = judgementOf(asked, set.filter);
    const { tries, triesSince } = judgement;
    const divided = split === null ? {} : { split, triesSince };
    const rows = {
      name: "trends",
      filter: { ...set.filter, groupBy, tries, ...divided },
      meta: { group_by: groupBy, tries, split: asked.split, tries_since: split === null ? null : triesSince },
      async page(wanted: PageRequest, owner: string) {
        const groups = await shelf.computing.ask(sumsOfSet, set, { owner, snapshot });
        if (groups === null) throw tooManyBets();
        return trendsPage(groups, judgement, wanted);
      },
    };
    const answer = rowsAnswer(context, { ...asked, looksBack: looksBack(set.filter) }, rows);
    return { ...answer, set: JSON.stringify(set) };
  }),

  "/periods": listing(periods, periodList),
  "/period_odds": listing(periodOdds, periodOddsList),

  "/changes": changesAnswered,
  "/revisions": revisionsAnswered,

  "/ids/games": listing(gameIds, gameIdList),
  "/ids/teams": answering(teamIds, (asked, context) => {
    const { sport } = asked;
    return listAnswer(context, asked, {
      question: ["ids/teams", { sport }],
      fileName: () => `gradeline-ids-teams-${sport}.csv`,
      freshness: (page, format) => freshnessOf(context, ["list", teamIdDigests[sport], ...page, format]),
      page: (wanted) => teamIdsPage(sport, wanted),
    });
  }),

  "/files": filesAnswered,
  "/files/:sport/:season/:file": { path: "/files/:sport/:season/:file", isOfFile: true, answer: "file" },
  "/files/:sport/:season/:file/link": { path: "/files/:sport/:season/:file/link", isOfFile: true, answer: "link" },

  "/coverage": answering(coverage, (asked, context) => {
    const { sport, season } = asked;
    const reaches = (sport === null ? sports : [sport]).map((each) => ({ ...wholeSport(each), season }));
    return listAnswer(context, asked, {
      question: ["coverage", { sport, season }],
      fileName: () => csvFileName("coverage", asked),
      freshness: (question, format) => reachFreshness(context, reaches, question, format),
      page: (wanted, owner) => computedPage(context, coveragePage, { sport, season, wanted }, owner),
    });
  }),
};

/** @param question what is asked of the game beside its detail: the list, its filters, limit, cursor and format. */
function gameFreshness(
  context: Context,
  { season, gameId }: ReturnType<typeof readGameInPath>,
  question: readonly unknown[] = [],
): Freshness {
  const isSettled = season.row.status === "published";
  return freshnessOf(context, ["game", gameId, season.revision, ...question], isSettled);
}

/** A list of rows of one game's lines. */
function listOfGame(
  context: Context,
  asked: ValuesOf<(typeof lines)["parameters"]>,
  name: string,
  page: (one: ReturnType<typeof readGameInPath>, filter: LineFilter, wanted: PageRequest) => Promise<Page>,
): Answer {
  const { game_id: written = "" } = context.inPath;
  const filter = { bookIds: asked.book, market: asked.market, period: asked.period };
  const question: CursorQuestion = [name, { gameId: written.toUpperCase(), ...filter }];
  // A wrong cursor is refused before a game that does not exist, as any other wrong parameter.
  pageStart(question, asked);
  const one = readGameInPath(written, context.snapshot);
  return listAnswer(context, asked, {
    question,
    fileName: () => `gradeline-${name}-${one.gameId}.csv`,
    freshness: (shown, format) => gameFreshness(context, one, [[...shown, format]]),
    page: (wanted) => page(one, filter, wanted),
  });
}

/** `/v1` and `/v1/`: what there is, for callers who have nothing but a key and the address. All paths are of the server that answers. */
const contentsOfV1: Contents = {
  endpoints: endpoints.map(({ path, summary }) => ({ path: documentedPath(path), summary })),
  documentation: "/docs",
  openapi: "/v1/openapi.json",
};
const renderedContents = JSON.stringify(contentsOfV1);
const contentsAnswer: Answer = {
  freshness: { etag: `W/"${hash("sha256", renderedContents, "base64url").slice(0, 22)}"`, isSettled: false },
  make: () => objectBody(renderedContents),
};

/** Rows that are made in less time than a page that is read takes: of one game, or a small page of a season. */
const shortPage = 100;

/** Whether others would wait for it: many rows, rows of all seasons, or rows that need the games or captures before. */
function isLong(
  asked: { readonly limit: number; readonly season: number | null; readonly game_id: string | null },
  filter: BetFilter,
): boolean {
  if (filter.atMoment !== null || looksBack(filter)) return true;
  return asked.limit > shortPage || (asked.season === null && asked.game_id === null);
}
