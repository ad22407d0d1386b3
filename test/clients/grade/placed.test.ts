/** Which game a bet is of, where the file says when it was placed and settled, or does not say what its date is. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { Games, gameOf } from "../../../clients/typescript/src/grade/games.ts";
import { graded, matched, prepare } from "../../../clients/typescript/src/grade/grade.ts";
import { Lines } from "../../../clients/typescript/src/grade/lines.ts";
import type { ReadOptions } from "../../../clients/typescript/src/grade/read-bets.ts";
import {
  betText,
  closeText,
  priceText,
  totalLines,
  valueText,
  whyNot,
} from "../../../clients/typescript/src/grade/report.ts";

/** San Francisco's evenings against Los Angeles: home wins on the even days of July. Then a Sunday of football. */
const starts = [
  ["MLB-20260717-LAD-SF", "2026-07-18T02:15:00Z", 2, 5],
  ["MLB-20260718-LAD-SF", "2026-07-19T01:05:00Z", 6, 1],
  ["MLB-20260719-LAD-SF", "2026-07-19T20:05:00Z", 0, 3],
  ["MLB-20260720-LAD-SF", "2026-07-21T01:45:00Z", 4, 2],
  ["MLB-20260724-SF-COL", "2026-07-25T00:40:00Z", 4, 2],
  ["MLB-20260801-NYY-BOS", "2026-08-01T17:05:00Z", 4, 2],
  ["MLB-20260801-NYY-BOS-2", "2026-08-01T23:10:00Z", 1, 2],
  ["NFL-20260913-CAR-ATL", "2026-09-13T17:00:00Z", 20, 10],
  ["NFL-20260913-PHI-DAL", "2026-09-13T20:25:00Z", 20, 10],
] as const;

const games = new Games(
  starts.flatMap(([id, start_time]) => {
    const [league = "", day = "", away = "", home = ""] = id.split("-");
    const game_date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    const teams = { "home.abbreviation": home, "away.abbreviation": away };
    const row = { game_id: id, sport: league.toLowerCase(), season: "2026", game_date, start_time, ...teams };
    return gameOf(row) ?? [];
  }),
);
const lines = new Lines();
for (const [id, , home, away] of starts) lines.addScore(id, "game", String(home), String(away));

function grade(text: string, options: ReadOptions = {}) {
  const { bets, totals } = graded(matched(prepare(Buffer.from(text), options), games), lines);
  const ways = { league: "with --league", day: "Say it." };
  return {
    ids: bets.map(({ match, problem }) => (problem === null ? (match.game?.id ?? null) : null)),
    notes: bets.map(whyNot),
    why: bets.map((bet) => bet.evidence ?? whyNot(bet)),
    lines: totalLines(totals, bets, ways),
  };
}

const placedAndSettled = (...rows: string[]) => `Placed,Settled,League,Pick,Odds,Result\n${rows.join("\n")}\n`;

test("the only game of both between placing and settlement is it, whatever its day", () => {
  const text = placedAndSettled("2026-07-19T05:30:00Z,2026-07-20T01:00:00Z,MLB,LAD @ SF: SF ML,-110,L");
  const { ids, why } = grade(text);
  assert.deepEqual(ids, ["MLB-20260719-LAD-SF"]);
  const said =
    "LAD at SF on 2026-07-19, the only game of both between placing and settlement; the stated result agrees";
  assert.deepEqual(why, [said]);
});

test("two games between placing and settlement are both named, and a game that is not over at the settlement is none", () => {
  const both = grade(placedAndSettled("2026-07-18T20:00:00Z,2026-07-20T01:00:00Z,MLB,SF ML,-110,W"));
  assert.deepEqual(both.ids, [null]);
  assert.match(both.why[0] ?? "", /2 games fit .*MLB-20260718-LAD-SF, MLB-20260719-LAD-SF/);
  const one = grade(placedAndSettled("2026-07-18T20:00:00Z,2026-07-19T21:00:00Z,MLB,SF ML,-110,W"));
  assert.deepEqual(one.ids, ["MLB-20260718-LAD-SF"]);
});

test("without a zone both ends have a day's slack", () => {
  const ofSeries = grade(placedAndSettled("2026-07-19 09:30:00,2026-07-19 16:20:00,MLB,SF ML,-110,L"));
  assert.deepEqual(ofSeries.ids, [null]);
  assert.match(ofSeries.why[0] ?? "", /MLB-20260718-LAD-SF, MLB-20260719-LAD-SF/);
  const ofWeek = grade(
    placedAndSettled("9/12/2026,9/13/2026,NFL,Panthers ML,-110,L", "9/13/2026,9/13/2026,NFL,CAR ML,-110,L"),
  );
  assert.deepEqual(ofWeek.ids, ["NFL-20260913-CAR-ATL", "NFL-20260913-CAR-ATL"]);
});

test("the placing alone names the games of the next days, and a settlement alone those before it", () => {
  const placed = grade("Date Placed,League,Pick,Odds\n2026-07-18,MLB,SF ML,-110\n2026-09-12,NFL,CAR ML,-110\n");
  assert.deepEqual(placed.ids, [null, null]);
  assert.match(
    placed.why[0] ?? "",
    /when it was settled: which\? .*MLB-20260717-LAD-SF, MLB-20260718-LAD-SF, MLB-20260719-LAD-SF/,
  );
  assert.match(placed.why[1] ?? "", /NFL-20260913-CAR-ATL\. The day and start of the game, or its game_id, decide it/);
  const settled = grade("Settled Date,League,Pick,Odds\n2026-09-14,NFL,CAR ML,-110\n");
  assert.match(settled.why[0] ?? "", /nor when the bet was placed: which\? .*NFL-20260913-CAR-ATL/);
});

test("a date with the seconds of a placing is no game's day", () => {
  const { ids, why } = grade("Date,League,Pick,Odds\n2026-07-18T21:14:33Z,MLB,SF ML,-110\n");
  assert.deepEqual(ids, [null]);
  assert.match(why[0] ?? "", /MLB-20260718-LAD-SF, MLB-20260719-LAD-SF/);
});

test("a time that is the start of no game is none to choose a game by, and one that is chooses between two", () => {
  const off = grade("Date,League,Pick,Odds\n2026-07-18 22:48,MLB,SF ML,-110\n");
  assert.deepEqual(off.ids, [null]);
  assert.match(off.why[0] ?? "", /its time is the start of none/);
  const start = grade(
    "Start Time,League,Pick,Odds\n2026-08-01 13:05,MLB,BOS ML,-110\n2026-08-01 19:10,MLB,BOS ML,-110\n",
  );
  assert.deepEqual(start.ids, ["MLB-20260801-NYY-BOS", "MLB-20260801-NYY-BOS-2"]);
  // By UTC, the night of the 18th is on the 19th.
  const night = grade("Event Date,League,Pick,Odds\n2026-07-19 01:05:00,MLB,SF ML,-110\n");
  assert.deepEqual(night.ids, ["MLB-20260718-LAD-SF"]);
});

/** Placed the day before, with the results of the next day. */
const dayBefore = [
  "2026-07-17,MLB,SF ML,-110,W",
  "2026-07-18,MLB,SF ML,-110,L",
  "2026-07-19,MLB,LAD ML,-110,L",
  "2026-07-18,MLB,LAD ML,-110,W",
];
const ofDate = (...rows: string[]) => `Date,League,Pick,Odds,Result\n${rows.join("\n")}\n`;

test("more than a few contradicted results come first, ask what the date means, and leave no game that others could be", () => {
  const asked = grade(ofDate(...dayBefore, "2026-09-13,NFL,ATL ML,-110,W"));
  assert.match(
    asked.lines[0] ?? "",
    /^4 of 5 stated results contradict the score\. Is the date the day of the game, or the day on which/,
  );
  assert.deepEqual(asked.ids, [null, null, null, null, "NFL-20260913-CAR-ATL"]);
  const placed = grade(ofDate(...dayBefore), { dateIs: "placed" });
  assert.deepEqual(placed.ids, [null, null, null, null]);
  assert.doesNotMatch(placed.lines[0] ?? "", /contradict/);
  const sure = grade(ofDate(...dayBefore), { dateIs: "game" });
  assert.deepEqual(
    sure.ids,
    ["17", "18", "19", "18"].map((day) => `MLB-202607${day}-LAD-SF`),
  );
  assert.match(sure.lines[0] ?? "", /^4 of 4 stated results contradict the score/);
});

test("one contradicted result is refused where the next days have another game, and the others stay", () => {
  const right = ["2026-07-17,MLB,LAD ML,-110,W", "2026-07-18,MLB,SF ML,-110,W"];
  const { ids, why, lines: told } = grade(ofDate(...right, "2026-07-19,MLB,LAD ML,-110,L"));
  assert.deepEqual(ids, ["MLB-20260717-LAD-SF", "MLB-20260718-LAD-SF", null]);
  assert.match(
    why[2] ?? "",
    /the file says lost, and on MLB-20260719-LAD-SF it has won: it may be of .*MLB-20260720-LAD-SF/,
  );
  assert.match(told[0] ?? "", /^1 of 3 stated results/);
});

test("a date beside a settlement days later is no game's day where a game between the two fits, too", () => {
  const header = "Date,Settled,League,Pick,Odds";
  const two = grade(`${header}\n2026-07-18,2026-07-19,MLB,SF ML,-110\n`);
  assert.deepEqual(two.ids, [null]);
  assert.match(two.why[0] ?? "", /MLB-20260718-LAD-SF, MLB-20260719-LAD-SF/);
  const one = grade(`${header}\n2026-07-18,2026-07-18,MLB,SF ML,-110\n`);
  assert.deepEqual(one.ids, ["MLB-20260718-LAD-SF"]);
});

test("a league that is missing is asked for first, and given it is that of rows that name none", () => {
  const text =
    "Date,Pick,Odds\n2026-09-13,CAR -3,-110\n2026-09-13,PHI +2.5,-110\n2026-09-13,Carolina Panthers ML,-110\n";
  assert.match(grade(text).lines[0] ?? "", /^2 of 3 bets need a league: choose one with --league/);
  const told = grade(text, { league: "nfl" });
  assert.deepEqual(told.ids, ["NFL-20260913-CAR-ATL", "NFL-20260913-PHI-DAL", "NFL-20260913-CAR-ATL"]);
});

test("what no score decides is told and graded as if the bet had run to the end", () => {
  const bet = (result: string) => `Game Date,League,Pick,Odds,Result\n2026-09-13,NFL,ATL,-110,${result}\n`;
  const told = grade(bet("Cashed Out"));
  assert.match(told.lines[0] ?? "", /^1 bets are graded as if .* "Cashed Out"\.$/);
  assert.match(told.notes[0] ?? "", /^the file says "Cashed Out", which no score decides/);
  for (const result of ["Won", "Settled", ""]) assert.doesNotMatch(grade(bet(result)).lines.join(), /as if/);
});

test("a total far from the close may be of a player, and is not graded", () => {
  const closes = new Lines();
  const row = { game_id: "NFL-20260913-CAR-ATL", period: "game", market: "total", book: "consensus" };
  for (const selection of ["over", "under"]) closes.addBet({ ...row, selection, "close.line": "43.5" });
  closes.addScore(row.game_id, "game", "20", "10");
  const text = [
    "Game Date,League,Event,Pick,Odds",
    ...[275.5, 4.5, 30.5].map((line) => `2026-09-13,NFL,CAR @ ATL,over ${line},-110`),
  ];
  const { bets } = graded(matched(prepare(Buffer.from(text.join("\n"))), games), closes);
  assert.deepEqual(
    bets.map(({ result, problem }) => result ?? problem?.text),
    [
      "the total 275.5 is far from the close of 43.5, and may be of something else",
      "the total 4.5 is far from the close of 43.5, and may be of something else",
      "lost",
    ],
  );
});

test("a spread without a sign that is the close with a minus is not graded beside spreads with signs", () => {
  const closes = new Lines();
  const close = { game_id: "NFL-20260913-CAR-ATL", period: "game", market: "spread", side_team: "ATL" };
  closes.addBet({ ...close, book: "consensus", home: "ATL", selection: "home", "close.line": "-7" });
  closes.addScore(close.game_id, "game", "20", "10");
  const text =
    "Game Date,League,Pick,Market,Odds\n2026-09-13,NFL,ATL 7,Spread,-110\n2026-09-13,NFL,ATL -7,Spread,-110\n";
  const { bets } = graded(matched(prepare(Buffer.from(text)), games), closes);
  assert.deepEqual(
    bets.map(({ result, problem }) => result ?? problem?.text),
    ["the spread 7 has no sign, and the close is -7", "won"],
  );
});

test("nicknames are teams, and what several teams of a league are called is asked", () => {
  const { ids, why } = grade(
    "Date,League,Pick,Odds\n2026-09-13,NFL,birds ML,-110\n2026-09-13,NFL,birds @ boys over 44,-110\n",
  );
  assert.deepEqual(ids, [null, "NFL-20260913-PHI-DAL"]);
  assert.match(why[0] ?? "", /"birds" may be .*nfl PHI.*: which\?/);
});

test("the page says bets, prices and closes as people do, and whose close it is", () => {
  const close = (selection: string, line: string, price: string) =>
    lines.addBet({
      game_id: "NFL-20260913-CAR-ATL",
      period: "game",
      market: "spread",
      selection,
      home: "ATL",
      book: "consensus",
      "close.line": line,
      "close.price": price,
      "close.no_vig_probability": "0.5",
      "score.home": "20",
      "score.away": "10",
    });
  close("away", "10.5", "-110");
  close("home", "-10.5", "-110");
  const text = [
    "Date,League,Pick,Odds",
    "2026-09-13,NFL,CAR +10.5,282",
    "2026-09-13,NFL,CAR ML 1H,1.91",
    "2026-09-13,NFL,CAR @ ATL over 44.5,-105",
    "2026-09-13,NFL,ATL TT u20.5,-105",
  ].join("\n");
  const { bets } = graded(matched(prepare(Buffer.from(text)), games), lines);
  assert.deepEqual(bets.map(betText), [
    "CAR +10.5",
    "CAR to win, first half",
    "over 44.5",
    "ATL team total under 20.5",
  ]);
  assert.deepEqual(bets.map(priceText), ["+282", "1.91", "-105", "-105"]);
  const [spread] = bets;
  assert.ok(spread !== undefined);
  assert.equal(closeText(spread, spread.ofConsensus), "consensus +10.5 at -110");
  assert.equal(valueText(spread.ofConsensus), "+23.8%");
  assert.equal(closeText(spread, spread.ofBook), "");
});
