/** Ten ways in which people keep their bets. Each makes the bytes of a file whose rows are the bets, in their order. */

import { type MadeBet, oneOf } from "./made-bets.ts";
import {
  american,
  bookNames,
  dateParts,
  decimal,
  fraction,
  halves,
  isSide,
  marketWord,
  monthNames,
  periodWord,
  pickedTeam,
  signed,
  teamName,
  two,
} from "./spellings.ts";

type Random = () => number;
type Table = readonly (readonly string[])[];

export type Form = {
  readonly name: string;
  readonly header: readonly string[];
  readonly row: (bet: MadeBet, random: Random) => readonly string[];
  readonly write: (table: Table) => Buffer;
  /** Whether its odds are rounded, so that profits are those of other prices. */
  readonly isRounded: boolean;
};

const quote = (cell: string, separator: string) =>
  cell.includes(separator) || cell.includes('"') || cell.includes("\n") ? `"${cell.replaceAll('"', '""')}"` : cell;
const textOf = (table: Table, separator: string, lineEnd: string) =>
  table.map((cells) => cells.map((cell) => quote(cell, separator)).join(separator) + lineEnd).join("");
const commas = (table: Table) => Buffer.from(textOf(table, ",", "\r\n"));

const resultWord = ({ row }: MadeBet, won: string, lost: string, push: string) =>
  row.result.open === "won" ? won : row.result.open === "lost" ? lost : push;
const bookOf = ({ row }: MadeBet, random: Random) => oneOf(random, bookNames[row.book] ?? [row.book]);
const over = ({ row }: MadeBet) => (row.selection === "over" ? "Over" : "Under");
const gameNumber = ({ row }: MadeBet) => (/-2$/.test(row.game_id) ? "2" : "1");

/** "Dallas Cowboys -3.5", "Over 44.5", "DAL TT Under 20.5". */
function pick(bet: MadeBet, random: Random, line: (text: string) => string = (text) => text): string {
  const { row } = bet;
  const period = periodWord(random, bet);
  const after = period === "" ? "" : ` ${period}`;
  if (row.market === "moneyline")
    return `${teamName(random, pickedTeam(bet))} ${oneOf(random, ["ML", "Moneyline"])}${after}`;
  if (row.market === "spread") {
    const text = bet.line === 0 ? oneOf(random, ["PK", "+0"]) : line(signed(bet.line ?? 0));
    return `${teamName(random, pickedTeam(bet))} ${text}${after}`;
  }
  const side = `${oneOf(random, [over(bet), over(bet).slice(0, 1).toLowerCase()])} ${line(String(bet.line))}`;
  return row.market === "total" ? `${side}${after}` : `${teamName(random, pickedTeam(bet))} TT ${side}${after}`;
}

function matchup(bet: MadeBet, random: Random, between: readonly string[] = [" @ ", " at "]): string {
  return teamName(random, bet.away) + oneOf(random, between) + teamName(random, bet.home);
}

const pikkit: Form = {
  name: "as Pikkit exports",
  header:
    "bet_id,sportsbook,type,status,odds,closing_line,ev,amount,profit,time_placed,time_placed_iso,time_settled,time_settled_iso,bet_info,tags,sports,leagues".split(
      ",",
    ),
  row(bet, random) {
    const { row, home, away } = bet;
    const start = Date.parse(row.start_time);
    const placed = new Date(start - 3_600_000 * (1 + Math.floor(random() * 5)));
    const settled = new Date(start + 4 * 3_600_000);
    const long = (date: Date) =>
      `${date.toISOString().slice(5, 10).replace("-", "/")}/${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} GMT`;
    const market = { moneyline: "Moneyline", spread: "Spread", total: "Total", team_total: "Team Total" }[row.market];
    const period = periodWord(random, bet);
    const name = pickedTeam(bet)?.name;
    const subject = isSide(bet)
      ? `${name} ${row.market === "spread" ? `${signed(bet.line ?? 0)} ` : ""}`
      : `${row.market === "team_total" ? `${name} ` : ""}${over(bet)} ${bet.line} `;
    const info = `${subject}${period} ${market} ${away.name} @ ${home.name}`.replaceAll("  ", " ");
    const status = resultWord(bet, "SETTLED_WIN", "SETTLED_LOSS", "SETTLED_PUSH");
    return [
      `b${Math.floor(random() * 1e9)}`,
      bookOf(bet, random),
      "straight",
      status,
      decimal(bet.price),
      "",
      "",
      String(bet.stake),
      "",
      long(placed),
      placed.toISOString(),
      long(settled),
      settled.toISOString(),
      info,
      "",
      "Sport",
      row.sport.toUpperCase(),
    ];
  },
  write: commas,
  isRounded: true,
};

const american1: Form = {
  name: "a list in American dates",
  header: ["Date", "Sport", "Event", "Selection", "Stake", "Odds", "Result", "Sportsbook"],
  row(bet, random) {
    const { year, month, day } = dateParts(bet.row.game_date);
    const result = resultWord(bet, "WIN", "LOSS", "PUSH");
    return [
      `${month}/${day}/${year}`,
      bet.row.sport.toUpperCase(),
      matchup(bet, random, [" vs ", " vs. "]),
      pick(bet, random),
      `$${bet.stake}.00`,
      american(bet.price),
      result,
      bookOf(bet, random),
    ];
  },
  write: commas,
  isRounded: false,
};

const actionNetwork: Form = {
  name: "as a tracker of picks exports",
  header: ["League", "Game Date", "Matchup", "Bet Type", "Pick", "Odds", "Risk", "Book", "Result"],
  row(bet, random) {
    const league = bet.row.sport === "ncaaf" ? "NCAA Football" : bet.row.sport.toUpperCase();
    const matched = `${bet.row.away} @ ${bet.row.home}${/-2$/.test(bet.row.game_id) ? " Game 2" : ""}`;
    return [
      league,
      bet.row.game_date,
      matched,
      marketWord(random, bet),
      pick(bet, random),
      american(bet.price),
      "1u",
      bookOf(bet, random),
      resultWord(bet, "W", "L", "P"),
    ];
  },
  write: (table) => Buffer.from(textOf(table, ",", "\n")),
  isRounded: false,
};

const european: Form = {
  name: "semicolons, decimal commas and the day first",
  header: ["Datum", "Liga", "Heim", "Gast", "Markt", "Wette", "Linie", "Quote", "Einsatz", "Buchmacher"],
  row(bet, random) {
    const { year, month, day } = dateParts(bet.row.game_date);
    const word = `${marketWord(random, bet)} ${periodWord(random, bet)}`.trim();
    const wette =
      bet.row.market === "team_total"
        ? `${teamName(random, pickedTeam(bet))} ${over(bet)}`
        : isSide(bet)
          ? teamName(random, pickedTeam(bet))
          : over(bet);
    const line =
      bet.line === null ? "" : (bet.row.market === "spread" ? signed(bet.line) : String(bet.line)).replace(".", ",");
    return [
      `${two(day)}.${two(month)}.${year}`,
      bet.row.sport.toUpperCase(),
      teamName(random, bet.home),
      teamName(random, bet.away),
      word,
      wette,
      line,
      decimal(bet.price).replace(".", ","),
      "100,00 €",
      bookOf(bet, random),
    ];
  },
  write: (table) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(textOf(table, ";", "\r\n"))]),
  isRounded: true,
};

const utf16: Form = {
  name: "UTF-16 with tabs, the side in words",
  header: [
    "Event Date",
    "League",
    "Home Team",
    "Away Team",
    "Market",
    "Period",
    "Side",
    "Line",
    "Price",
    "Stake",
    "Bookmaker",
    "Game Number",
  ],
  row(bet, random) {
    const side = bet.row.market === "team_total" ? `${bet.row.side_team} ${bet.row.selection}` : bet.row.selection;
    const price = american(bet.price).replace("-", "−");
    return [
      bet.row.game_date,
      bet.row.sport,
      teamName(random, bet.home),
      teamName(random, bet.away),
      marketWord(random, bet),
      periodWord(random, bet),
      side,
      bet.line === null ? "" : signed(bet.line).replace("-", "−"),
      price,
      "100",
      bookOf(bet, random),
      gameNumber(bet),
    ];
  },
  write: (table) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(textOf(table, "\t", "\r\n"), "utf16le")]),
  isRounded: false,
};

const utcDays: Form = {
  name: "days of UTC, team and opponent",
  header: ["date", "sport", "team", "opponent", "bet_type", "over_under", "handicap", "price", "units"],
  row(bet, random) {
    const [own, other] = bet.row.side_team === bet.row.away ? [bet.away, bet.home] : [bet.home, bet.away];
    const ou = isSide(bet) ? "" : over(bet);
    const word = `${periodWord(random, bet)} ${marketWord(random, bet)}`.trim();
    return [
      bet.row.start_time.slice(0, 10),
      bet.row.sport.toUpperCase(),
      teamName(random, own),
      teamName(random, other),
      word,
      ou,
      bet.line === null ? "" : signed(bet.line),
      String(bet.price),
      "1",
    ];
  },
  write: commas,
  isRounded: false,
};

const instants: Form = {
  name: "the start with its zone, abbreviations",
  header: ["Start Time", "League", "Teams", "Bet", "American Odds", "Amount", "Site"],
  row(bet, random) {
    const short = {
      ...bet,
      home: { ...bet.home, name: bet.home.abbreviation },
      away: { ...bet.away, name: bet.away.abbreviation },
    };
    return [
      bet.row.start_time,
      bet.row.sport.toUpperCase(),
      `${bet.row.away}/${bet.row.home}`,
      pick(short, () => 0, halves),
      `(${american(bet.price)})`,
      "100",
      bookOf(bet, random),
    ];
  },
  write: commas,
  isRounded: false,
};

const fractions: Form = {
  name: "fractional odds and dates in words",
  header: ["When", "Competition", "Bet Description", "Odds", "Stake", "Bookie", "Outcome"],
  row(bet, random) {
    const { year, month, day } = dateParts(bet.row.game_date);
    const date = oneOf(random, [`${day} ${monthNames[month - 1]} ${year}`, `${monthNames[month - 1]} ${day}, ${year}`]);
    const description = `${pick(bet, random, halves)} - ${matchup(bet, random, [" v ", " vs "])}`;
    return [
      date,
      bet.row.sport.toUpperCase(),
      description,
      fraction(bet.price),
      "£100",
      bookOf(bet, random),
      resultWord(bet, "Won", "Lost", "Push"),
    ];
  },
  write: (table) => Buffer.from(textOf(table, ",", "\r")),
  isRounded: false,
};

const byId: Form = {
  name: "our own ids",
  header: ["game_id", "market", "period", "selection", "line", "odds", "stake", "book"],
  row(bet) {
    const side = bet.row.market === "team_total" ? `${bet.row.side_team} ${bet.row.selection}` : bet.row.selection;
    return [
      bet.row.game_id,
      bet.row.market,
      bet.row.period,
      side,
      bet.line === null ? "" : String(bet.line),
      String(bet.price),
      String(bet.stake),
      bet.row.book,
    ];
  },
  write: commas,
  isRounded: false,
};

const sentences: Form = {
  name: "one sentence a bet, and the league in the event's column alone",
  header: ["Date", "Category", "Play", "Juice", "Units Risked", "W/L"],
  row(bet, random) {
    const { year, month, day } = dateParts(bet.row.game_date);
    const against = `${bet.away.name} @ ${bet.home.name}`;
    return [
      `${two(month)}/${two(day)}/${year.slice(2)}`,
      "straight",
      `${pick(bet, random)} (${against})`,
      american(bet.price),
      "2.5",
      resultWord(bet, "W", "L", "Push"),
    ];
  },
  write: commas,
  isRounded: false,
};

export const forms: readonly Form[] = [
  pikkit,
  american1,
  actionNetwork,
  european,
  utf16,
  utcDays,
  instants,
  fractions,
  byId,
  sentences,
];

export function fileOf(form: Form, bets: readonly MadeBet[], random: Random): Buffer {
  return form.write([form.header, ...bets.map((bet) => form.row(bet, random))]);
}
