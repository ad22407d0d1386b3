/** Judges the seasons of a sport that a publish has written. Pure. */
import { type Decided, nothingDecided } from "../../ledger/decisions.ts";
import { type AlarmName, alarmRules } from "./rules.ts";
import { type Finding, lookingAt, readSeason, type WrittenSeason } from "./season.ts";
import { type Fault, type Judged, recentMs } from "./state.ts";

type Context = {
  /** The ids of the games that the publish has written. */
  readonly written: ReadonlySet<string>;
  /** See `PricedGame.clockMinutes`; by game id. */
  readonly clocks: ReadonlyMap<string, number>;
  readonly nowMs: number;
  /** By game id; who keeps a game in spite of an alarm has looked at what it says. */
  readonly decisions: ReadonlyMap<string, Decided>;
};

/** A rule that has looked at some games of a season. */
type Looked = { readonly rule: AlarmName; readonly games: ReadonlySet<string>; readonly findings: readonly Finding[] };

/**
 * The seasons are those of one sport. Games of the last days and older ones apart. A rule that has no game to look at is not among the results: what it found
 * before stands.
 */
export function judgeSeasons(seasons: readonly WrittenSeason[], context: Context): Judged[] {
  const [first] = seasons;
  if (first === undefined) return [];
  const { sport } = first;
  const looked = seasons.map((season) => lookThrough(season, context));
  return ([true, false] as const).flatMap((isOfNow) =>
    (Object.keys(alarmRules) as AlarmName[]).flatMap((rule): Judged[] => {
      const own = looked.flatMap((each) => each[isOfNow ? "recent" : "older"].filter((look) => look.rule === rule));
      return own.length === 0 ? [] : [{ rule, sport, isOfNow, fault: faultOf(rule, own, context.decisions) }];
    }),
  );
}

/** The odds of a season in which no game has closed were never imported: its games are no alarm, and are reported apart. */
function lookThrough(values: WrittenSeason, { written, clocks, nowMs }: Context) {
  const season = readSeason(values, written, clocks);
  const hasCloses = season.games.some(({ hasClosingLine }) => hasClosingLine);
  const fresh = Object.groupBy(season.fresh, ({ startMs }) => (startMs > nowMs - recentMs ? "recent" : "older"));
  const [recent, older] = [fresh.recent ?? [], fresh.older ?? []].map(
    (games) => new Set(games.map(({ gameId }) => gameId)),
  ) as [Set<string>, Set<string>];
  const found = { recent: [] as Looked[], older: [] as Looked[] };
  for (const [rule, { looksAt, find }] of Object.entries(alarmRules) as [AlarmName, (typeof alarmRules)[AlarmName]][]) {
    if (looksAt !== "results" && !hasCloses) continue;
    const isOfNow = looksAt === "now";
    if (recent.size === 0 && (isOfNow || older.size === 0)) continue;
    const findings = find(isOfNow ? lookingAt(season, ({ gameId }) => recent.has(gameId)) : season);
    if (recent.size > 0) found.recent.push({ rule, games: recent, findings });
    if (older.size > 0 && !isOfNow) found.older.push({ rule, games: older, findings });
  }
  return found;
}

/** A finding is news when it names a game that was looked at. It is not told again once somebody keeps a game of it. */
function faultOf(rule: AlarmName, looked: readonly Looked[], decisions: Context["decisions"]): Fault | null {
  const isKept = (id: string): boolean => (decisions.get(id) ?? nothingDecided).kept.has(rule);
  const news = looked.flatMap(({ games, findings }) =>
    findings.filter((each) => each.games.some((id) => games.has(id)) && !each.games.some(isKept)),
  );
  const [first] = news;
  if (first === undefined) return null;
  const count = new Set(news.flatMap(({ games }) => games)).size;
  return { count, example: first.sentence, all: news.map(({ sentence }) => sentence) };
}
