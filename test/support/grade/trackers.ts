/**
 * Ten ways in which exports and trackers name their columns, none with the day of the game in plain sight alone. Each row is made of a
 * bet whose game is known, and a third of them leaves out, or doubles, what would decide the game.
 */
import { type MadeBet, oneOf } from "./made-bets.ts";
import { american, dateParts, monthNames, signed } from "./spellings.ts";

type Random = () => number;
type Cells = readonly string[];

export type Start = {
  readonly id: string;
  readonly startMs: number;
  readonly home: string;
  readonly away: string;
  readonly sport: string;
};

export type Tracker = {
  readonly name: string;
  readonly header: string;
  readonly row: (bet: MadeBet, random: Random) => Cells;
  /** The row so that its game cannot be told; null: this bet's cannot be made so. */
  readonly blurred: (bet: MadeBet, random: Random, starts: readonly Start[]) => Cells | null;
  /** Whether the game of a row can be told, by the times of all games; always, where it is left out. */
  readonly isClear?: (bet: MadeBet, starts: readonly Start[]) => boolean;
  readonly sports: readonly string[];
  readonly league?: "nfl";
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const everySport = ["nfl", "ncaaf", "nba", "nhl", "mlb"];
const startOf = ({ row }: MadeBet) => Date.parse(row.start_time);
const iso = (ms: number) => new Date(ms).toISOString();
const local = (ms: number) => iso(ms).slice(0, 19).replace("T", " ");
const picked = ({ row, home, away }: MadeBet) => (row.side_team === row.home ? home : away);
const result = ({ row }: MadeBet, words: readonly [string, string, string]) =>
  words[row.result.open === "won" ? 0 : row.result.open === "lost" ? 1 : 2] as string;
const cell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const selection = (bet: MadeBet, name = picked(bet).name) =>
  bet.row.market === "spread" ? `${name} ${signed(bet.line ?? 0)}` : name;
const market = (bet: MadeBet) => (bet.row.market === "spread" ? "Spread" : "Moneyline");

/** How many games of the picked team begin after one moment and are over at another. */
export function gamesBetween(bet: MadeBet, starts: readonly Start[], fromMs: number, toMs: number): number {
  const own = picked(bet).abbreviation;
  const { sport } = bet.row;
  return starts.filter(
    (each) =>
      each.sport === sport &&
      (each.home === own || each.away === own) &&
      each.startMs >= fromMs &&
      each.startMs + 1.5 * hourMs <= toMs,
  ).length;
}

const settledAt = (bet: MadeBet) => startOf(bet) + 4 * hourMs;
const placedAt = (bet: MadeBet) => startOf(bet) - 3 * hourMs;
const isAloneWithSlack = (bet: MadeBet, starts: readonly Start[]) =>
  gamesBetween(bet, starts, placedAt(bet) - dayMs, settledAt(bet) + dayMs) === 1;

const draftKings: Tracker = {
  name: "DraftKings",
  header:
    "External Bet ID,Bet Date Time,Bet Type,Bet Amount,Number of Legs,Bet Selection,Market Name,Bet American Odds,Bet Result,Payout,Bet Settled Date,Primary",
  row(bet) {
    const { name, mascot, abbreviation } = picked(bet);
    const short = mascot === null ? name : `${abbreviation} ${mascot}`;
    const stamps = [local(placedAt(bet)), local(settledAt(bet))] as const;
    return [
      "D1",
      stamps[0],
      "Single",
      "25",
      "1",
      selection(bet, short),
      market(bet),
      american(bet.price),
      result(bet, ["Won", "Lost", "Draw"]),
      "0",
      stamps[1],
      "1",
    ];
  },
  isClear: isAloneWithSlack,
  // Placed days ahead of a series: its first games are between the two as well.
  blurred(bet, random, starts) {
    const from = startOf(bet) - 3 * dayMs;
    if (gamesBetween(bet, starts, from - dayMs, settledAt(bet) + dayMs) < 2) return null;
    const cells = [...this.row(bet, random)];
    cells[1] = local(from);
    return cells;
  },
  sports: ["nfl", "nba", "nhl", "mlb"],
};

const fanDuel: Tracker = {
  name: "FanDuel",
  header:
    "External Bet ID,Bet Date Time,Bet Type,Bet Amount,Event Name,League,Bet Selection,Market Name,Leg Handicap,Bet American Odds,Bet Result,Leg Event Date Time,Bet Settled Date,State",
  row(bet) {
    const line = bet.row.market === "spread" ? signed(bet.line ?? 0) : "";
    return [
      "O/1",
      local(placedAt(bet)),
      "SGL",
      "20",
      `${bet.away.name} @ ${bet.home.name}`,
      bet.row.sport.toUpperCase(),
      picked(bet).name,
      market(bet),
      line,
      american(bet.price),
      result(bet, ["WON", "LOST", "PUSH"]),
      local(startOf(bet)),
      local(settledAt(bet)),
      "NJ",
    ];
  },
  // The market of regulation time is another one, which is refused by its name.
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[7] = oneOf(random, ["Moneyline (60 min)", "Regulation Time 3-Way", "Same Game Parlay"]);
    return cells;
  },
  sports: everySport,
};

const pinnacle: Tracker = {
  name: "Pinnacle",
  header: "Settled Date,League,Match,Details,Odds,Bet No,Status,Accepted Date,Stake",
  row(bet) {
    const at = (ms: number) => {
      const { year, month, day } = dateParts(iso(ms).slice(0, 10));
      const hours = new Date(ms).getUTCHours();
      const half = hours < 12 ? "AM" : "PM";
      return `${monthNames[month - 1]} ${day} ${year} ${hours % 12 === 0 ? 12 : hours % 12}:${iso(ms).slice(14, 16)} ${half}`;
    };
    const status = `Settled – ${result(bet, ["Win", "Loss", "Push"])}`;
    return [
      at(settledAt(bet)),
      bet.row.sport.toUpperCase(),
      `${bet.away.name} vs ${bet.home.name}`,
      selection(bet),
      american(bet.price),
      "#1",
      status,
      at(placedAt(bet)),
      "250.00",
    ];
  },
  isClear: isAloneWithSlack,
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[0] = "";
    return cells;
  },
  sports: ["nfl", "ncaaf", "nba", "nhl"],
};

const instants: Tracker = {
  name: "placed and settled with their zones",
  header: "Time Placed,Time Settled,Sport,Wager,Price,Risk,Outcome",
  row: (bet) => [
    iso(placedAt(bet)),
    iso(settledAt(bet)),
    bet.row.sport.toUpperCase(),
    selection(bet),
    american(bet.price),
    "1u",
    result(bet, ["W", "L", "P"]),
  ],
  isClear: (bet, starts) => gamesBetween(bet, starts, placedAt(bet), settledAt(bet)) === 1,
  blurred(bet, random, starts) {
    const from = startOf(bet) - 2 * dayMs;
    if (gamesBetween(bet, starts, from, settledAt(bet)) < 2) return null;
    const cells = [...this.row(bet, random)];
    cells[0] = iso(from);
    return cells;
  },
  sports: ["mlb", "nba", "nhl"],
};

const excel: Tracker = {
  name: "a sheet of Excel",
  header: "Game Date,League,Event,Pick,Odds,Stake,Sportsbook",
  row(bet, random) {
    const { year, month, day } = dateParts(bet.row.game_date);
    const serial = Math.round((Date.UTC(Number(year), month - 1, day) - Date.UTC(1899, 11, 30)) / dayMs);
    const date = oneOf(random, [`${day}-${monthNames[month - 1]}-${year.slice(2)}`, String(serial)]);
    const [first, second] = oneOf(random, [
      ["[451] ", "[452] "],
      ["451 ", "452 "],
      ["", ""],
    ] as const);
    return [
      date,
      bet.row.sport.toUpperCase(),
      `${first}${bet.away.name} @ ${second}${bet.home.name}`,
      `${first}${selection(bet)}`,
      `=${american(bet.price)}`,
      "10",
      "DK",
    ];
  },
  // None of these is a day.
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[0] = oneOf(random, ["9071", "Sep-25", "45907-45908"]);
    return cells;
  },
  isClear: (bet, starts) =>
    starts.filter(({ id }) => id.startsWith(bet.row.game_id.replace(/-[2-9]$/, ""))).length === 1,
  sports: everySport,
};

const newYork: Tracker = {
  name: "starts by New York's clock",
  header: "Event Start,League,Home,Away,Bet Type,Selection,Odds,Stake,Result",
  row(bet) {
    const at = new Date(startOf(bet))
      .toLocaleString("en-US", { timeZone: "America/New_York", hour12: true })
      .replace(/:\d\d (?=[AP]M)/, " ");
    return [
      at,
      bet.row.sport.toUpperCase(),
      bet.home.name,
      bet.away.name,
      `${market(bet)} (incl. OT)`,
      selection(bet),
      american(bet.price),
      "10",
      result(bet, ["Won", "Lost", "Void"]),
    ];
  },
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[0] = "";
    return cells;
  },
  sports: everySport,
};

const lineIsOdds: Tracker = {
  name: "a line that is the odds",
  header: "bet_id,sport,status,result,stake_amount,line,match,pick,date_accepted,event_date,book",
  row: (bet) => [
    "1",
    bet.row.sport,
    "Settled",
    result(bet, ["Win", "Loss", "Push"]),
    "20",
    String(bet.price),
    `${bet.away.name} vs ${bet.home.name}`,
    selection(bet),
    local(placedAt(bet)),
    local(startOf(bet)),
    "pinnacle",
  ],
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[9] = "";
    return cells;
  },
  sports: everySport,
};

const nicknames: Readonly<Record<string, string>> = {
  MIA: "fins",
  GB: "the Pack",
  SF: "Niners",
  JAX: "Jags",
  NE: "Pats",
  TB: "Bucs",
  MIN: "Vikes",
  DAL: "Boys",
  ARI: "Cards",
  LAC: "Bolts",
  CHI: "Bears",
  KC: "Chiefs",
};

const slang: Tracker = {
  name: "nicknames without a league",
  header: "Date,Bet,Juice,Units,W/L",
  row(bet) {
    const { abbreviation, mascot } = picked(bet);
    return [
      bet.row.game_date,
      `${selection(bet, nicknames[abbreviation] ?? mascot ?? "")}${market(bet) === "Moneyline" ? " ML" : ""}`,
      american(bet.price),
      "2u",
      result(bet, ["W", "L", "Push"]),
    ];
  },
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[1] = selection(bet, "birds");
    return cells;
  },
  sports: ["nfl"],
  league: "nfl",
};

const words: Tracker = {
  name: "opponents, and a bet without its day",
  header: "Event Date,League,Team,Opponent,Market,Line,Price,Amount",
  row: (bet) => [
    bet.row.game_date,
    bet.row.sport.toUpperCase(),
    picked(bet).name,
    (picked(bet) === bet.home ? bet.away : bet.home).name,
    market(bet),
    bet.row.market === "spread" ? signed(bet.line ?? 0) : "",
    american(bet.price),
    "$50",
  ],
  isClear: (bet, starts) =>
    starts.filter(({ id }) => id.startsWith(bet.row.game_id.replace(/-[2-9]$/, ""))).length === 1,
  // Both teams are the one that is bet on.
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[2] = `${bet.home.name} or ${bet.away.name}`;
    return cells;
  },
  sports: everySport,
};

const logged: Tracker = {
  name: "a ticket's time with seconds",
  header: "Date,Settled,League,Game,Description,Odds,To Risk,Status",
  row: (bet) => [
    iso(placedAt(bet) + 13_000),
    iso(settledAt(bet) + 31_000),
    bet.row.sport.toUpperCase(),
    `${bet.row.away} @ ${bet.row.home}`,
    selection(bet, picked(bet).abbreviation),
    american(bet.price),
    "110",
    result(bet, ["Win", "Loss", "Push"]),
  ],
  isClear: (bet, starts) => gamesBetween(bet, starts, placedAt(bet), settledAt(bet)) === 1,
  blurred(bet, random) {
    const cells = [...this.row(bet, random)];
    cells[1] = "";
    return cells;
  },
  sports: ["mlb", "nba", "nhl", "nfl"],
};

export const trackers: readonly Tracker[] = [
  draftKings,
  fanDuel,
  pinnacle,
  instants,
  excel,
  newYork,
  lineIsOdds,
  slang,
  words,
  logged,
];

export function textOf({ header }: Tracker, rows: readonly Cells[]): string {
  return `${[header, ...rows.map((cells) => cells.map(cell).join(","))].join("\n")}\n`;
}
