/** Judges the seasons of a sport that a publish has written. Pure. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { Sport } from "../../domain/sports.ts";
import { dayMs } from "../../domain/times.ts";
import { type Decided, nothingDecided } from "../../ledger/decisions.ts";
import { compareTexts } from "../../ledger/records.ts";
import { type AlarmName, alarmRules, type Rule } from "./rules.ts";
import { type Finding, lookingAt, type PricedGame, readSeason, type WrittenSeason } from "./season.ts";

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

// Keeps which alarms are on. A state is kept until a publish judges the same rule and sport again. When none does for as long as games are
// recent, as between two seasons, the alarm is over.

/** Rules about how odds come in now look at games of these days alone: nobody can act on what was collected years ago. */
const recentMs = 10 * dayMs;

export type AlarmTables = {
  publish_alarms: {
    rule: string;
    sport: string;
    is_on: number;
    since: string;
    judged_at: string;
    count: number;
    example: string;
    is_told: number;
  };
};

/** One rule and sport as a publish has found them. */
export type Judged = {
  readonly rule: string;
  readonly sport: Sport;
  /** How much is amiss, with an example in words; null: nothing is. */
  readonly fault: Fault | null;
  /** Whether it is about games of the last days. What is found in older ones is reported, and rings no alarm. */
  readonly isOfNow: boolean;
};

/** Alarms that are on stay as they are where the publish has not judged them. */
export async function writeAlarms(kysely: Kysely<AnyTables>, judged: readonly Judged[], at: string): Promise<void> {
  const tables = tablesOf<AlarmTables>(kysely);
  await expire(tables, at);
  const before = new Map((await alarmRows(kysely)).map((row) => [`${row.rule} ${row.sport}`, row]));
  for (const { rule, sport, fault } of judged.filter(({ isOfNow }) => isOfNow)) {
    const known = before.get(`${rule} ${sport}`);
    const isOn = fault === null ? 0 : 1;
    if (known === undefined && isOn === 0) continue;
    const isSame = known?.is_on === isOn;
    // The end of an alarm is not told where its beginning was not.
    const isUnheard = known !== undefined && known.is_told === 0 && !isSame && isOn === 0;
    const row = {
      rule,
      sport,
      is_on: isOn,
      since: isSame ? known.since : at,
      judged_at: at,
      count: fault?.count ?? 0,
      example: (fault?.example ?? known?.example ?? "").slice(0, 500).toWellFormed(),
      is_told: isSame ? known.is_told : Number(isUnheard),
    };
    await tables.deleteFrom("publish_alarms").where("rule", "=", rule).where("sport", "=", sport).execute();
    await tables.insertInto("publish_alarms").values(row).execute();
  }
}

async function expire(tables: Kysely<AlarmTables>, at: string): Promise<void> {
  await tables
    .updateTable("publish_alarms")
    .set({ is_on: 0, since: at, is_told: 0 })
    .where("is_on", "=", 1)
    .where("judged_at", "<", oldestRecent(Date.parse(at)))
    .execute();
}

/** An alarm that was judged before this time is over. */
export function oldestRecent(nowMs: number): string {
  return new Date(nowMs - recentMs).toISOString();
}

/** Every alarm that is or was on, by rule and sport. */
export async function alarmRows(kysely: Kysely<AnyTables>): Promise<AlarmTables["publish_alarms"][]> {
  const rows = await tablesOf<AlarmTables>(kysely).selectFrom("publish_alarms").selectAll().execute();
  return rows.sort((a, b) => compareTexts(a.rule, b.rule) || compareTexts(a.sport, b.sport));
}

/** How many games, books or slates are amiss, the first of them in words, and all of them where a rule can name each. */
type Fault = { readonly count: number; readonly example: string; readonly all: readonly string[] };
