/**
 * A round of requests, as a run or a back-fill makes them: each answer is read by its adapter, what can be read comes into the ledger, and
 * the report names what failed, what could not be read, and what is lacking.
 */
import { pairOf } from "../../domain/game-ids.ts";
import { type AskedProvider, isWitness } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import { dayMs, slateDate } from "../../domain/times.ts";
import type { GameRecord } from "../../feed/records.ts";
import { type FeedItem, type RefusalReason, unreadableReasons } from "../../feed/refusals.ts";
import { type ImportReport, importItems } from "../../ledger/import.ts";
import { dateOfGame, isCalledOff } from "../../ledger/records.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import type { Ask, FailureReason, ProviderAnswer } from "../asking/ask.ts";
import { isRefusedAnswer, isShortAnswer, type Reader, type ReceivedAnswer, readAnswers } from "../clients/client.ts";
import type { RunEnd } from "../runs.ts";
import { gamesOfDays } from "../schedule/known-games.ts";
import { type RunContext, untilWritten, type Workplace } from "./job.ts";

export type RunFailure = {
  readonly provider: AskedProvider;
  readonly label: string;
  readonly sport?: Sport;
  /**
   * `unreadable`: an answer came, and its adapter could not read it. `unread`: what came of a provider and sport is no good
   * as a whole, or is a list of games that was cut off. `short`: an answer without a part that was asked for, such as a market.
   * `games-missing`: it lacks games that are known. Of all of these, what could be read is taken. `not-asked`: the run's time was over, or the
   * requests before it failed.
   */
  readonly reason: FailureReason | "unreadable" | "unread" | "short" | "games-missing" | "not-asked";
  readonly detail: string;
};

type ImportSummary = Omit<ImportReport, "reportId" | "refusedCount">;

/** The part of a report that runs of every kind have. */
export type RunSummary = {
  readonly asked: number;
  readonly credits: number;
  readonly failures: readonly RunFailure[];
  readonly imports: readonly (ImportSummary & { readonly provider: AskedProvider; readonly sport: Sport })[];
};

/** The answers of one provider about one sport. */
type Received = {
  readonly provider: AskedProvider;
  readonly sport: Sport;
  readonly received: readonly ReceivedAnswer[];
};

/** After so many requests in a row that failed, a provider is asked no further in a run: the next ones would fare the same. */
const mostFailed = 3;

export class Round {
  readonly #tools: Pick<Workplace, "database" | "clock" | "asker" | "log">;
  readonly #context: Pick<RunContext, "signal" | "stop" | "nowMs">;
  readonly #source: string;
  readonly #made = new Set<string>();
  readonly #failedInARow = new Map<AskedProvider, number>();
  /** Of each provider the first request that was not made for those that failed before it, and how many were not. */
  readonly #left = new Map<AskedProvider, { readonly first: Ask; count: number }>();
  /** How many requests were made, how many of them came to something, and how many were not made since the day's credits are for others. */
  asked = 0;
  answered = 0;
  leftOut = 0;
  /** In credits, as the provider said; where it said nothing, what an answer costs at most. */
  credits = 0;
  readonly failures: RunFailure[] = [];
  readonly imports: RunSummary["imports"][number][] = [];
  /** The moment before which a provider refuses to be asked again. */
  notBeforeMs: number | null = null;

  /** @param source as reports of imports name it. */
  constructor(
    tools: Pick<Workplace, "database" | "clock" | "asker" | "log">,
    context: Pick<RunContext, "signal" | "stop" | "nowMs">,
    source = "collect",
  ) {
    this.#tools = tools;
    this.#context = context;
    this.#source = source;
  }

  /** Whether a request is made: none is made twice in a run, nor when those before it failed. */
  mayAsk(ask: Ask): boolean {
    if (this.#made.has(ask.label)) return false;
    this.#made.add(ask.label);
    if ((this.#failedInARow.get(ask.provider) ?? 0) < mostFailed) return true;
    const left = this.#left.get(ask.provider) ?? { first: ask, count: 0 };
    this.#left.set(ask.provider, left);
    left.count += 1;
    return false;
  }

  /** Makes a request, and notes how it was answered. */
  async ask(ask: Ask): Promise<{ readonly answer: ProviderAnswer; readonly received: ReceivedAnswer | null }> {
    const { provider, label, days, mayBeAbsent, mostCredits = 0 } = ask;
    const answer = await this.#tools.asker.ask(ask, this.#context.signal);
    if (answer.kind === "payload") {
      this.asked += 1;
      this.answered += 1;
      this.credits += answer.credits?.cost ?? mostCredits;
      this.#failedInARow.delete(provider);
      const { payload, receivedMs } = answer;
      return { answer, received: { payload, receivedMs, label, ...(days === undefined ? {} : { days }) } };
    }
    const isAbsent = answer.status === 404;
    if (isAbsent && mayBeAbsent) return { answer, received: null };
    this.asked += 1;
    // A provider may have no details of some old games.
    const hasNone = isAbsent && days === undefined;
    if (!hasNone) this.#failedInARow.set(provider, (this.#failedInARow.get(provider) ?? 0) + 1);
    this.noteFailure(ask, answer.reason, answer.detail);
    this.notBeforeMs = Math.max(this.notBeforeMs ?? 0, answer.notBeforeMs ?? 0) || null;
    return { answer, received: null };
  }

  noteFailure(
    { provider, label }: Pick<RunFailure, "provider" | "label">,
    reason: RunFailure["reason"],
    detail: string,
    sport?: Sport,
  ): void {
    // An answer came, but was no good.
    if (reason === "unreadable") this.answered -= 1;
    this.failures.push({ provider, ...(sport === undefined ? {} : { sport }), label, reason, detail });
  }

  /** Whether a request failed, or an answer was no good, for this reason. */
  has(wanted: RunFailure["reason"]): boolean {
    return this.failures.some(({ reason }) => reason === wanted);
  }

  /**
   * Records that can be read are taken, whatever the rest is. Returns the items that came into the ledger.
   * @param isTaken says which items do.
   * @throws DatabaseError only when the collector ends while the database is away.
   */
  async take(
    reader: Reader,
    sport: Sport,
    received: readonly ReceivedAnswer[],
    isTaken: (item: FeedItem) => boolean = () => true,
  ): Promise<readonly FeedItem[]> {
    const { database, clock } = this.#tools;
    const { provider } = reader;
    const told = { provider, sport, received };
    const [first] = received;
    if (first === undefined) return [];
    const all = [...readAnswers(reader, sport, received, clock.nowMs())];
    const items = all.filter(isTaken);
    this.#noteRefused(told, items);
    const importedAt = new Date(clock.nowMs()).toISOString();
    const answered = received.flatMap(({ days }) => (days === undefined ? [] : [days]));
    const { stop, nowMs } = this.#context;
    const known = await untilWritten(this.#tools, stop, () => gamesOfDays(database, sport, answered));
    this.#noteMissing(told, known.filter(isExpected(nowMs)), all);
    if (items.length === 0) return [];
    const write = () => importItems(database, items, importedAt, { source: this.#source });
    const { reportId: _, refusedCount: __, ...summary } = await untilWritten(this.#tools, stop, write);
    this.imports.push({ provider, sport, ...summary });
    const why = mostlyUnread(summary);
    if (why !== null) this.noteFailure({ provider, label: first.label }, "unread", why, sport);
    return items;
  }

  /** Clients refuse what is no answer at all; for a run that is a request that failed. So is an answer that was cut off. */
  #noteRefused({ provider, sport, received }: Received, items: readonly FeedItem[]): void {
    for (const item of items) {
      if (item.refusal === undefined) continue;
      const { file: label, detail } = item.refusal;
      if (isRefusedAnswer(item)) this.noteFailure({ provider, label }, "unreadable", detail);
      else if (isShortAnswer(item)) {
        // Schedules cost nothing and are asked for until they are whole. Odds are bought, and go on as they are.
        const isOfGames = received.some((answer) => answer.label === label && answer.days !== undefined);
        this.noteFailure({ provider, label }, isOfGames ? "unread" : "short", detail, sport);
      }
    }
  }

  /**
   * Names the games that the ledger knows of and the answers do not list, by the answer that should have had them. A list that was cut
   * off looks like a whole one, so what was known before, from this provider or another one, is the only thing that tells. More than
   * half of the games are a failure.
   */
  #noteMissing(
    { provider, sport, received }: Received,
    expected: readonly LedgerGame[],
    items: readonly FeedItem[],
  ): void {
    const missing = missingGames(expected, items);
    const isMost = missing.length > fewMoved && missing.length * 2 > expected.length;
    for (const { label, days } of received) {
      const here = missing.filter(({ gameDate: date }) => days !== undefined && date >= days.from && date <= days.to);
      const [first] = here;
      if (first === undefined) continue;
      const count = here.length === 1 ? "a game that is" : `${here.length} games that are`;
      const [{ away, home }] = first.records;
      const detail = `it lacks ${count} known, such as ${away} at ${home} of ${first.gameDate}`;
      this.noteFailure({ provider, label }, isMost ? "unread" : "games-missing", detail, sport);
    }
  }

  /** The report, which is kept as JSON in `collect_runs`. @param more what only this job has to say. */
  end(more: object = {}): RunEnd & { readonly report: RunSummary } {
    for (const { first, count } of this.#left.values()) {
      const requests = count === 1 ? "this request was" : `this request and ${count - 1} after it were`;
      this.noteFailure(first, "not-asked", `${requests} not made, since those before it failed`);
    }
    const { asked, credits, failures, imports } = this;
    const isFailed = this.has("unread") || this.answered <= 0;
    const outcome = failures.length === 0 ? "done" : isFailed ? "failed" : "partly";
    return { outcome, report: { ...more, asked, credits, failures, imports } };
  }
}

/** So few games may have moved to days that were not asked for. */
const fewMoved = 2;

function missingGames(expected: readonly LedgerGame[], items: readonly FeedItem[]): readonly LedgerGame[] {
  // Several answers may each tell a part of one game.
  const games = new Map(items.flatMap(({ record }) => (record?.type === "game" ? [[record.game_id, record]] : [])));
  const listed = Map.groupBy(games.values(), pairOf);
  const missing = [...Map.groupBy(expected, ({ records }) => pairOf(records[0]))].flatMap(([pair, known]) => {
    // A game that has moved is listed under another day.
    const here = listed.get(pair) ?? [];
    const isOfDay = ({ gameDate }: LedgerGame) => here.some((each) => dateOfGame(each) === gameDate);
    return known.toSorted((a, b) => Number(isOfDay(a)) - Number(isOfDay(b))).slice(0, known.length - here.length);
  });
  // A record that was refused may be any of them, and its refusal names it.
  return missing.length <= items.filter(({ refusal }) => refusal !== undefined).length ? [] : missing;
}

/** A game that nobody has called final after so long may never have been played, so that no answer need have it. */
const openMs = 2 * dayMs;

/** Whether a game is known to be played on its day. */
function isExpected(nowMs: number): (game: LedgerGame) => boolean {
  const isSure = (record: GameRecord): boolean => {
    if (isWitness(record) || isCalledOff(record) || record.status === "suspended") return false;
    const start = record.actual_start_time ?? record.start_time;
    // A game that began on another day than its own was interrupted, and providers differ about its day.
    if (start === null || slateDate(Date.parse(start)) !== dateOfGame(record)) return false;
    if (record.status === "final") return true;
    // A game of a series is played only if it is needed, and vanishes otherwise.
    return record.season_type === "regular" && Date.parse(start) > nowMs - openMs;
  };
  return ({ records }) => records.some(isSure);
}

/** How many records could not be read, when that is more than half; null otherwise. */
function mostlyUnread({ read, refused }: ImportSummary): string | null {
  const unreadable = Object.entries(refused).filter(([reason]) => unreadableReasons.has(reason as RefusalReason));
  const count = unreadable.reduce((sum, [, each]) => sum + each.count, 0);
  return count * 2 > read
    ? `${count} of ${read} records could not be read, such as ${unreadable[0]?.[1].example}`
    : null;
}
