/** Judges the seasons of a sport that a publish has written. Pure. */
import { type Decided, nothingDecided } from "../../ledger/decisions.ts";
import { type AlarmName, alarmRules, type Rule } from "./rules.ts";
import { type Finding, lookingAt, type PricedGame, readSeason, type WrittenSeason } from "./season.ts";
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

/** A rule that has looked at some games of a season, those of the last days or older ones. */
type Looked = {
  readonly rule: AlarmName;
  readonly isOfNow: boolean;
  readonly games: readonly PricedGame[];
  readonly findings: readonly Finding[];
};

const rules = Object.entries(alarmRules) as [AlarmName, Rule][];

/** @param seasons those of one sport. A rule that has no game to look at is not among the results: what it found before stands. */
export function judgeSeasons(seasons: readonly WrittenSeason[], context: Context): Judged[] {
  const looked = seasons.flatMap((season) => lookThrough(season, context));
  return [true, false].flatMap((isOfNow) =>
    rules.flatMap(([rule]): Judged[] => {
      const own = looked.filter((each) => each.rule === rule && each.isOfNow === isOfNow);
      const sport = own[0]?.games[0]?.sport;
      return sport === undefined ? [] : [{ rule, sport, isOfNow, fault: faultOf(rule, own, context.decisions) }];
    }),
  );
}

/** The odds of a season in which no game has closed were never imported: its games are no alarm, and are reported apart. */
function lookThrough(values: WrittenSeason, { written, clocks, nowMs }: Context): Looked[] {
  const season = readSeason(values, written, clocks);
  const hasCloses = season.games.some(({ hasClosingLine }) => hasClosingLine);
  const isRecent = ({ startMs }: PricedGame): boolean => startMs > nowMs - recentMs;
  const ofNow = lookingAt(season, (game) => season.isNew(game) && isRecent(game));
  const older = season.fresh.filter((game) => !isRecent(game));
  return rules.flatMap(([rule, { looksAt, find }]) => {
    const looking = looksAt === "now" ? ofNow : season;
    if (looking.fresh.length === 0 || (looksAt !== "results" && !hasCloses)) return [];
    const findings = find(looking);
    const looks = [
      { rule, isOfNow: true, games: ofNow.fresh, findings },
      { rule, isOfNow: false, games: looksAt === "now" ? [] : older, findings },
    ];
    return looks.filter(({ games }) => games.length > 0);
  });
}

/** A finding is news when it names a game that was looked at. It is not told again once somebody keeps a game of it. */
function faultOf(rule: AlarmName, looked: readonly Looked[], decisions: Context["decisions"]): Fault | null {
  const isKept = (id: string): boolean => (decisions.get(id) ?? nothingDecided).kept.has(rule);
  const news = looked.flatMap(({ games, findings }) => {
    const ids = new Set(games.map(({ gameId }) => gameId));
    return findings.filter((each) => each.games.some((id) => ids.has(id)) && !each.games.some(isKept));
  });
  const [first] = news;
  if (first === undefined) return null;
  const count = new Set(news.flatMap(({ games }) => games)).size;
  return { count, example: first.sentence, all: news.map(({ sentence }) => sentence) };
}
