/**
 * Ten ways in which exports and trackers name their columns, none with the day of the game in plain sight alone. Each row is made of a
 * bet whose game is known, and in a third of them a cell leaves out, or doubles, what would decide the game.
 */
import * as cell from "./cells.ts";
import type { Form } from "./dirty-forms.ts";
import { type MadeBet, oneOf } from "./made-bets.ts";

export type Start = {
  readonly id: string;
  readonly startMs: number;
  readonly home: string;
  readonly away: string;
  readonly sport: string;
};

export type Tracker = Form & {
  /** The column by which its game cannot be told, and what stands there; null: this bet's cannot be made so. */
  readonly blurred: readonly [
    column: string,
    (bet: MadeBet, starts: readonly Start[], random: cell.Random) => string | null,
  ];
  /** Whether the game of a row can be told, by the times of all games; always, where it is left out. */
  readonly isClear?: (bet: MadeBet, starts: readonly Start[]) => boolean;
  readonly sports: readonly string[];
  readonly league?: "nfl";
};

const dayMs = 24 * cell.hourMs;
const everySport = ["nfl", "ncaaf", "nba", "nhl", "mlb"];
const selectionOf = (bet: MadeBet, name = cell.pickedTeam(bet).name) =>
  bet.row.market === "spread" ? `${name} ${cell.signed(bet.line ?? 0)}` : name;
const selection: cell.Cell = (bet) => selectionOf(bet);
const market: cell.Cell = ({ row }) => (row.market === "spread" ? "Spread" : "Moneyline");
const spread: cell.Cell = ({ row, line }) => (row.market === "spread" ? cell.signed(line ?? 0) : "");
const nothing = () => "";

/** How many games of the picked team begin after one moment and are over at another. */
function gamesBetween(bet: MadeBet, starts: readonly Start[], fromMs: number, toMs: number): number {
  const own = cell.pickedTeam(bet).abbreviation;
  const ofTeam = starts.filter(({ sport, home, away }) => sport === bet.row.sport && (home === own || away === own));
  return ofTeam.filter(({ startMs }) => startMs >= fromMs && startMs + 1.5 * cell.hourMs <= toMs).length;
}

const isAlone = (slackMs: number) => (bet: MadeBet, starts: readonly Start[]) =>
  gamesBetween(bet, starts, cell.placedAt(bet) - slackMs, cell.settledAt(bet) + slackMs) === 1;
const isNoDoubleheader = ({ row }: MadeBet, starts: readonly Start[]) =>
  starts.filter(({ id }) => id.startsWith(row.game_id.replace(/-[2-9]$/, ""))).length === 1;
/** Placed days ahead of a series: its first games are between the two as well. */
const placedEarly =
  (days: number, slackMs: number, write: (ms: number) => string) => (bet: MadeBet, starts: readonly Start[]) => {
    const fromMs = cell.startOf(bet) - days * dayMs;
    return gamesBetween(bet, starts, fromMs - slackMs, cell.settledAt(bet) + slackMs) < 2 ? null : write(fromMs);
  };

const inWords = (ms: number) => {
  const hours = new Date(ms).getUTCHours();
  const [year, month, day] = cell.iso(ms).slice(0, 10).split("-").map(Number);
  const clock = `${hours % 12 === 0 ? 12 : hours % 12}:${cell.iso(ms).slice(14, 16)} ${hours < 12 ? "AM" : "PM"}`;
  return `${cell.monthNames[(month ?? 0) - 1]} ${day} ${year} ${clock}`;
};
const inNewYork = (ms: number) =>
  new Date(ms).toLocaleString("en-US", { timeZone: "America/New_York", hour12: true }).replace(/:\d\d (?=[AP]M)/, " ");

const nicknames: Readonly<Record<string, string>> = {
  ...{ MIA: "fins", GB: "the Pack", SF: "Niners", JAX: "Jags", NE: "Pats", TB: "Bucs", MIN: "Vikes", DAL: "Boys" },
  ...{ ARI: "Cards", LAC: "Bolts", CHI: "Bears", KC: "Chiefs" },
};

/** The number that a sheet may put before a team. */
const rotation = (random: cell.Random, number: number) => oneOf(random, [`[${number}] `, `${number} `, ""]);

export const trackers: readonly Tracker[] = [
  {
    name: "DraftKings",
    columns: {
      "External Bet ID": cell.always("D1"),
      "Bet Date Time": cell.timed(cell.placedAt, cell.local),
      "Bet Type": cell.always("Single"),
      "Bet Amount": cell.always("25"),
      "Number of Legs": cell.always("1"),
      "Bet Selection"(bet) {
        const { name, mascot, abbreviation } = cell.pickedTeam(bet);
        return selectionOf(bet, mascot === null ? name : `${abbreviation} ${mascot}`);
      },
      "Market Name": market,
      "Bet American Odds": cell.american,
      "Bet Result": cell.outcome("Won", "Lost", "Draw"),
      Payout: cell.always("0"),
      "Bet Settled Date": cell.timed(cell.settledAt, cell.local),
      Primary: cell.always("1"),
    },
    isClear: isAlone(dayMs),
    blurred: ["Bet Date Time", placedEarly(3, dayMs, cell.local)],
    sports: ["nfl", "nba", "nhl", "mlb"],
  },
  {
    name: "FanDuel",
    columns: {
      "External Bet ID": cell.always("O/1"),
      "Bet Date Time": cell.timed(cell.placedAt, cell.local),
      "Bet Type": cell.always("SGL"),
      "Bet Amount": cell.always("20"),
      "Event Name": cell.fullMatchup(" @ "),
      League: cell.league,
      "Bet Selection": (bet) => cell.pickedTeam(bet).name,
      "Market Name": market,
      "Leg Handicap": spread,
      "Bet American Odds": cell.american,
      "Bet Result": cell.outcome("WON", "LOST", "PUSH"),
      "Leg Event Date Time": cell.timed(cell.startOf, cell.local),
      "Bet Settled Date": cell.timed(cell.settledAt, cell.local),
      State: cell.always("NJ"),
    },
    // The market of regulation time is another one, which is refused by its name.
    blurred: [
      "Market Name",
      (_, __, random) => oneOf(random, ["Moneyline (60 min)", "Regulation Time 3-Way", "Same Game Parlay"]),
    ],
    sports: everySport,
  },
  {
    name: "Pinnacle",
    columns: {
      "Settled Date": cell.timed(cell.settledAt, inWords),
      League: cell.league,
      Match: cell.fullMatchup(" vs "),
      Details: selection,
      Odds: cell.american,
      "Bet No": cell.always("#1"),
      Status: cell.outcome("Settled – Win", "Settled – Loss", "Settled – Push"),
      "Accepted Date": cell.timed(cell.placedAt, inWords),
      Stake: cell.always("250.00"),
    },
    isClear: isAlone(dayMs),
    blurred: ["Settled Date", nothing],
    sports: ["nfl", "ncaaf", "nba", "nhl"],
  },
  {
    name: "placed and settled with their zones",
    columns: {
      "Time Placed": cell.timed(cell.placedAt, cell.iso),
      "Time Settled": cell.timed(cell.settledAt, cell.iso),
      Sport: cell.league,
      Wager: selection,
      Price: cell.american,
      Risk: cell.always("1u"),
      Outcome: cell.outcome("W", "L", "P"),
    },
    isClear: isAlone(0),
    blurred: ["Time Placed", placedEarly(2, 0, cell.iso)],
    sports: ["mlb", "nba", "nhl"],
  },
  {
    name: "a sheet of Excel",
    columns: {
      "Game Date": cell.dated(({ year, month, day }, random) => {
        const serial = Math.round((Date.UTC(Number(year), month - 1, day) - Date.UTC(1899, 11, 30)) / dayMs);
        return oneOf(random, [`${day}-${cell.monthNames[month - 1]}-${year.slice(2)}`, String(serial)]);
      }),
      League: cell.league,
      Event: ({ away, home }, random) => `${rotation(random, 451)}${away.name} @ ${rotation(random, 452)}${home.name}`,
      Pick: (bet, random) => rotation(random, 451) + selectionOf(bet),
      Odds: (bet, random) => `=${cell.american(bet, random)}`,
      Stake: cell.always("10"),
      Sportsbook: cell.always("DK"),
    },
    isClear: isNoDoubleheader,
    // None of these is a day.
    blurred: ["Game Date", (_, __, random) => oneOf(random, ["9071", "Sep-25", "45907-45908"])],
    sports: everySport,
  },
  {
    name: "starts by New York's clock",
    columns: {
      "Event Start": cell.timed(cell.startOf, inNewYork),
      League: cell.league,
      Home: ({ home }) => home.name,
      Away: ({ away }) => away.name,
      "Bet Type": (bet, random) => `${market(bet, random)} (incl. OT)`,
      Selection: selection,
      Odds: cell.american,
      Stake: cell.always("10"),
      Result: cell.outcome("Won", "Lost", "Void"),
    },
    blurred: ["Event Start", nothing],
    sports: everySport,
  },
  {
    name: "a line that is the odds",
    columns: {
      bet_id: cell.always("1"),
      sport: ({ row }) => row.sport,
      status: cell.always("Settled"),
      result: cell.outcome("Win", "Loss", "Push"),
      stake_amount: cell.always("20"),
      line: ({ price }) => String(price),
      match: cell.fullMatchup(" vs "),
      pick: selection,
      date_accepted: cell.timed(cell.placedAt, cell.local),
      event_date: cell.timed(cell.startOf, cell.local),
      book: cell.always("pinnacle"),
    },
    blurred: ["event_date", nothing],
    sports: everySport,
  },
  {
    name: "nicknames without a league",
    columns: {
      Date: cell.isoDate,
      Bet(bet) {
        const { abbreviation, mascot } = cell.pickedTeam(bet);
        const name = selectionOf(bet, nicknames[abbreviation] ?? mascot ?? "");
        return bet.row.market === "moneyline" ? `${name} ML` : name;
      },
      Juice: cell.american,
      Units: cell.always("2u"),
      "W/L": cell.outcome("W", "L", "Push"),
    },
    blurred: ["Bet", (bet) => selectionOf(bet, "birds")],
    sports: ["nfl"],
    league: "nfl",
  },
  {
    name: "opponents, and a bet without its day",
    columns: {
      "Event Date": cell.isoDate,
      League: cell.league,
      Team: (bet) => cell.pickedTeam(bet).name,
      Opponent: (bet) => (cell.pickedTeam(bet) === bet.home ? bet.away : bet.home).name,
      Market: market,
      Line: spread,
      Price: cell.american,
      Amount: cell.always("$50"),
    },
    isClear: isNoDoubleheader,
    // Both teams are the one that is bet on.
    blurred: ["Team", ({ home, away }) => `${home.name} or ${away.name}`],
    sports: everySport,
  },
  {
    name: "a ticket's time with seconds",
    columns: {
      Date: cell.timed(cell.placedAt, (ms) => cell.iso(ms + 13_000)),
      Settled: cell.timed(cell.settledAt, (ms) => cell.iso(ms + 31_000)),
      League: cell.league,
      Game: ({ row }) => `${row.away} @ ${row.home}`,
      Description: (bet) => selectionOf(bet, cell.pickedTeam(bet).abbreviation),
      Odds: cell.american,
      "To Risk": cell.always("110"),
      Status: cell.outcome("Win", "Loss", "Push"),
    },
    isClear: isAlone(0),
    blurred: ["Settled", nothing],
    sports: ["mlb", "nba", "nhl", "nfl"],
  },
];
