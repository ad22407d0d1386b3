/**
 * Explains one game to an operator: the records and events that the ledger has of it, and its evidence as the next publish makes it, by
 * the functions of a publish. It writes nothing. Times are ISO 8601 UTC.
 */
import type { Kysely } from "kysely";
import type { EvidenceRow } from "../contract/lists/evidence.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { gameId, type PairKey, pairOf, parseGameId } from "../domain/game-ids.ts";
import { isoTime, isWithinADay } from "../domain/times.ts";
import { bookIdsOf } from "../ledger/captures.ts";
import { dateOfEvent, type PricedEvent, readPricedEvents } from "../ledger/events.ts";
import { readGameRecords, recordsWithIds } from "../ledger/read.ts";
import { compareTexts } from "../ledger/records.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { compareGames, type Finding } from "../publish/grade/compare.ts";
import { heldStatements } from "../publish/grade/evidence.ts";
import { assembleGames, type LedgerGame } from "../publish/match/assemble.ts";
import { type Claim, claimsOf, type GameIds, isFinal } from "../publish/match/claims.ts";
import { isGameCalledOff } from "../publish/match/group-records.ts";
import { type EventMatch, lastListedMs } from "../publish/match/match-events.ts";
import { readSources } from "../publish/start.ts";
import { evidenceRows } from "../query/evidence.ts";
import { readNewestRelease } from "../release/manifest.ts";
import { type PublishedGame, readPublished } from "../release/published-games.ts";
import { readSeasonValues } from "../release/season-values.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { GameValues } from "../release/values.ts";

/**
 * Where nothing is known of such a game, `nearest` are ids of games that may be meant, the likeliest first. `no_record`: the archive has the
 * game, and the ledger has no record of it any more.
 * @param nowMs what is later than this is not believed, as in a publish.
 */
export async function explainGame(database: Database, id: string, nowMs: number) {
  const connection = database.kysely;
  const ledger = tablesOf<LedgerTables>(connection);
  const pairs = await pairsOf(connection, id);
  const events = await readPricedEvents(ledger, pairs);
  const { games, matches } = assembleGames(await readGameRecords(ledger, pairs), events);
  const sources = await readSources(ledger);
  const { ids } = sources;
  const claims = claimsOf(games, ids, sources);
  const published =
    pairs.length === 0
      ? new Map<string, PublishedGame>()
      : await readPublished(tablesOf<ReleaseTables>(connection), pairs);
  const known = knownGames(games, claims, ids);
  const game = known.find((each) => each.id === id)?.game;
  if (game === undefined) {
    if (published.has(id)) return { outcome: "no_record" } as const;
    return { outcome: "unknown_game", nearest: nearestIds(id, known) } as const;
  }
  const all = [...compareGames(games, claims, published, { ...sources, nowMs })];
  const findings = all.filter(({ gameId: own }) => own === id);
  const [found] = findings;
  const explanation = {
    game_id: id,
    start_time: isoTime(game.startMs),
    ...stateOf(game, found ?? null),
    published: published.has(id),
    /** All providers' records of the game with the same home side, the one believed first at the front. */
    records: game.records,
    /** Those that give the game its lines, and those of the same teams that a person would look for here. */
    events: matches.flatMap((match) => explainEvent(match, game)),
    /**
     * The rows of `/v1/games/{game_id}/evidence` as the next publish makes them, which has none of a game that is not final. Of a game that
     * is held back and not published yet, the scores that are stated.
     */
    evidence: await evidenceOf(connection, findings),
  };
  return { outcome: "explained", explanation } as const;
}

async function evidenceOf(
  connection: Kysely<AnyTables>,
  findings: readonly Finding[],
): Promise<readonly EvidenceRow[]> {
  const every = { bookIds: null, market: null, period: null };
  const rowsOf = (values: GameValues): EvidenceRow[] =>
    [...evidenceRows(values, values.facts.game_id, every, null)].map(({ row }) => row);
  const [found] = findings;
  if (found?.kind === "built") return rowsOf(found.built.values);
  const held = findings.filter((finding) => finding.kind === "held");
  const [{ before, claim } = { before: null, claim: null }] = held;
  const release = before === null ? null : await readNewestRelease(connection);
  const entry = release?.manifest.seasons.find(({ sport, season }) => {
    return sport === before?.sport && season === before.season;
  });
  const games = entry === undefined ? [] : (await readSeasonValues(connection, entry)).games;
  const stood = games.find(({ facts }) => facts.game_id === claim?.id);
  if (stood === undefined) return heldStatements([], held);
  return rowsOf({ ...stood, statements: heldStatements(stood.statements, held) });
}

/** The pairs of teams that may speak of a game: those of its id, of the records it was published for, and of its row. */
async function pairsOf(connection: Kysely<AnyTables>, id: string): Promise<PairKey[]> {
  const parsed = parseGameId(id);
  const tables = tablesOf<ReleaseTables & LedgerTables>(connection);
  const records = await recordsWithIds(tables).select("record.pair").where("identity.game_id", "=", id).execute();
  const rows = await tables.selectFrom("published_games").select("pair").where("game_id", "=", id).execute();
  const pairs = [...records, ...rows].flatMap(({ pair }) => (pair === null ? [] : [pair]));
  return [...new Set([...pairs, ...(parsed === null ? [] : [pairOf(parsed)])])].sort();
}

type Known = { readonly id: string; readonly game: LedgerGame<PricedEvent> };

/**
 * Every game with the id that it has, or would get if it were final. A game that was called off comes last: it may have the id under which
 * another one is still to be played that day.
 */
function knownGames(games: readonly Known["game"][], claims: readonly Claim<PricedEvent>[], ids: GameIds): Known[] {
  const pending = games
    .filter((game) => !isFinal(game))
    .map((game) => {
      const [{ sport, away, home }] = game.records;
      const { gameDate, gameNumber } = game;
      return { id: ids.ofPublished(game) ?? gameId({ sport, gameDate, away, home, gameNumber }), game };
    })
    .sort((a, b) => Number(isGameCalledOff(a.game)) - Number(isGameCalledOff(b.game)));
  return [...claims.map(({ id, game }) => ({ id, game })), ...pending];
}

const mostNearest = 5;

/** Games of the same two teams, with either of them at home, by how near their dates are. */
function nearestIds(id: string, known: readonly Known[]): readonly string[] {
  const wanted = Date.parse(parseGameId(id)?.gameDate ?? "");
  const distance = ({ game }: Known): number => Math.abs(Date.parse(game.gameDate) - wanted);
  const nearest = known.toSorted((a, b) => distance(a) - distance(b) || compareTexts(a.id, b.id));
  return [...new Set(nearest.map((each) => each.id))].slice(0, mostNearest);
}

/**
 * Whether it is `published`; `due`: the next publish will list it, or list it otherwise; `held back`: it stays as it stood; `pending`: nobody
 * says that it is final; or `called off`. The reason says why it is not published as the ledger has it; null when it is.
 * @param found what the next publish does with it; null where nobody says that it is final, and it is not published.
 */
function stateOf(game: LedgerGame, found: Finding | null): { readonly state: string; readonly reason: string | null } {
  if (found?.kind === "held") return { state: "held back", reason: found.held.reason };
  if (found?.kind === "built") {
    if (!found.isChanged) return { state: "published", reason: null };
    if (found.before === null) return { state: "due", reason: "the next publish lists it" };
    return { state: "due", reason: "something came in since it was published; the next publish takes it over" };
  }
  const said = game.records.map(({ provider, status }) => `${provider} says that it is ${status}`).join(", ");
  return { state: isGameCalledOff(game) ? "called off" : "pending", reason: said };
}

/** Nothing for an event that nobody would look for at this game. */
function explainEvent(match: EventMatch<PricedEvent, LedgerGame>, game: LedgerGame) {
  const { event, reason } = match;
  const date = dateOfEvent(event);
  // A decision about the start makes another game of the same records.
  const isTaken = match.game?.records === game.records;
  const isNear = date !== null && isWithinADay(date, game.gameDate);
  if (!isTaken && !(isNear && (match.game === null || match.game.gameDate === game.gameDate))) return [];
  const times = event.captures.times.filter(Number.isFinite).sort();
  const startMs = game.startMs ?? Number.POSITIVE_INFINITY;
  return [
    {
      provider: event.provider,
      event_id: event.eventId,
      away: event.away,
      home: event.home,
      start_time: isoTime(event.startMs),
      last_listed_at: isoTime(lastListedMs(event)),
      books: bookIdsOf(event.captures).size,
      captures: event.captures.series.length,
      /** Those after the start are no opening and no close. */
      before_start: times.filter((time) => time < startMs).length,
      first_captured_at: isoTime(times.at(0) ?? null),
      last_captured_at: isoTime(times.at(-1) ?? null),
      /** Whether it gives its lines to the game that is explained. */
      taken: isTaken,
      reason: isTaken || match.game === null ? reason : `it is that of game ${match.game.gameNumber} of the day`,
    },
  ];
}
