/** CPU of the questions of /v1/trends on the full sample, once what each season knows of its bets and teams has been made. */
import { trends } from "../../src/contract/lists/trends.ts";
import { publish } from "../../src/publish/publish.ts";
import { openShelf, type Shelf } from "../../src/query/shelf.ts";
import { setAsked } from "../../src/query/trends/question.ts";
import { setOfBets } from "../../src/query/trends/set.ts";
import { sumGroups } from "../../src/query/trends/summed.ts";
import type { Bench } from "./bench.ts";
import { fullSample } from "./full-sample.ts";
import { median } from "./http/statistics.ts";

const rounds = 15;

/** Sets of a whole sport, sets by form, groupings, and sets of one book. */
const questions: readonly string[] = [
  ...["mlb", "nfl", "ncaaf", "nba", "nhl"].map((sport) => `sport=${sport}`),
  "sport=mlb&bet_type=run_line",
  "sport=mlb&team_last=lost&team_streak_max=-3",
  "sport=nfl&bet_type=spread&selection=home&role=underdog&team_last_margin_max=-14",
  "sport=nba&bet_type=total&selection=over&both_total_streak_max=-2",
  "sport=nhl&meeting_last=lost&opponent_win_share_min=0.6",
  ...["season", "team", "line", "month"].map((by) => `sport=mlb&group_by=${by}`),
  "sport=nba&group_by=line",
  "sport=mlb&book=draftkings",
  "sport=mlb&book=draftkings&bet_type=run_line&team_last=won",
];

export const benchSets: Bench = async (folder, print) => {
  const { database } = await fullSample(folder);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: new Date().toISOString() });
  const shelf = await openShelf(database);
  for (const question of questions) print(`${question}: ${cost(shelf, question)}`);
  await database.close();
};

function cost(shelf: Shelf, question: string): string {
  const { sport, filter, division } = setAsked(trends.read(question));
  const { spans } = shelf.current.sports[sport];
  let bets = 0;
  const once = () => {
    const before = process.cpuUsage();
    const set = setOfBets(sport, spans, filter);
    bets = set.count;
    sumGroups(set, division);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const first = once();
  const times = Array.from({ length: rounds }, once);
  return `${bets} bets, ${median(times).toFixed(1)} ms of CPU, the first time ${first.toFixed(0)} ms`;
}
