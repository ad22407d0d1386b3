/** The finals of the day: every quarter of an hour, as long as a known game has started and is not over. */
import { hourMs, minuteMs } from "../../domain/durations.ts";
import type { KnownGame, KnownGames } from "../schedule/known-games.ts";
import { askResults, plannedAsks, type SlateSpan } from "./ask-results.ts";
import type { Due, Job, Knowledge, Workplace } from "./job.ts";
import { slotsBetween, slotsOf } from "./slot-job.ts";

const name = "finals";
const slots = slotsOf("*/15 * * * *");
/** A game that is not over by then was interrupted, or its provider has gone silent: it is left to the night's look. */
const longestPlayMs = 12 * hourMs;
/** For the plan: how long a game usually takes. */
const usualPlayMs = 3 * hourMs + 30 * minuteMs;
const farAheadMs = 8 * 24 * hourMs;

export function finalsJob(workplace: Workplace): Job {
  const gamesBetween = (games: KnownGames, fromMs: number, untilMs: number): KnownGame[] =>
    workplace.sports.flatMap((sport) => games.games(sport, fromMs, untilMs)).filter(({ isOver }) => !isOver);
  const inPlay = (games: KnownGames, nowMs: number) => gamesBetween(games, nowMs - longestPlayMs, nowMs);

  return {
    name,
    lane: "results",
    next({ history, games }: Knowledge, nowMs: number): Due | null {
      const slotMs = slots.lastMs(nowMs);
      const last = history.last(name, "done", "partly", "failed");
      const isInPlay = inPlay(games, nowMs).length > 0;
      if (isInPlay && (last === null || last.dueMs < slotMs)) return { dueMs: slotMs, atMs: slotMs };
      const [first] = gamesBetween(games, nowMs, nowMs + farAheadMs).sort((a, b) => a.startMs - b.startMs);
      if (!isInPlay && first === undefined) return null;
      const atMs = slots.nextMs(isInPlay ? nowMs : Math.max(nowMs, (first?.startMs ?? 0) - 1));
      return { dueMs: atMs, atMs };
    },
    async run(context) {
      const report = await askResults(workplace, name, slatesOf(inPlay(context.games, context.nowMs)), context);
      return report?.end() ?? null;
    },
    plan({ games }, nowMs, untilMs) {
      return slotsBetween(slots, nowMs, untilMs).flatMap((atMs) => {
        const playing = gamesBetween(games, atMs - usualPlayMs, atMs);
        return plannedAsks(workplace, name, slatesOf(playing), atMs);
      });
    },
  };
}

/** The slates to ask for: a sport and a day each. */
function slatesOf(games: readonly KnownGame[]): SlateSpan[] {
  const spans = new Map(games.map(({ sport, date }) => [`${sport} ${date}`, { sport, from: date, to: date }]));
  return [...spans.values()].sort((a, b) => (a.sport + a.from < b.sport + b.from ? -1 : 1));
}
