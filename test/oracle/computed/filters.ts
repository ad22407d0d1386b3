/** What the filters of the new endpoints mean, said in the simplest way. */
import type { BetRow } from "./bets.ts";
import type { GameKeys } from "./game.ts";

/** Parameters as a caller writes them. */
export type Asked = Readonly<Record<string, string | undefined>>;

/** Whether a number is within `<name>_min` and `<name>_max` as far as they are asked for; one that is not known is within none. */
export function isWithin(value: number | null, name: string, asked: Asked): boolean {
  const [least, most] = [asked[`${name}_min`], asked[`${name}_max`]];
  if (least === undefined && most === undefined) return true;
  return value !== null && value >= Number(least ?? -Infinity) && value <= Number(most ?? Infinity);
}

/** Filters that all rows of games share. Teams are abbreviations of today. */
function isAskedGame(row: GameKeys, asked: Asked): boolean {
  const { sport, season, from, to, team, home, away, week, season_type: type, game_id: id } = asked;
  const isSide = (wanted: string | undefined, sides: readonly string[]): boolean =>
    wanted === undefined || sides.includes(wanted.toUpperCase());
  return (
    row.sport === sport &&
    (season === undefined || String(row.season) === season) &&
    (from === undefined || row.game_date >= from) &&
    (to === undefined || row.game_date <= to) &&
    isSide(team, [row.home, row.away]) &&
    isSide(home, [row.home]) &&
    isSide(away, [row.away]) &&
    (week === undefined || String(row.week) === week) &&
    (type === undefined || type === "all" || row.season_type === type) &&
    (id === undefined || row.game_id === id.toUpperCase())
  );
}

/** Whether a book is among slugs and ids with commas between them. */
function isAskedBook(row: { readonly book: string; readonly book_id: number | null }, wanted: string): boolean {
  const values = wanted.toLowerCase().split(",");
  return values.includes(row.book) || (row.book_id !== null && values.includes(String(row.book_id)));
}

export function isAskedBet(row: BetRow, asked: Asked): boolean {
  const { bet_type, market, period, selection, role, result, min_line, max_line, book = "consensus" } = asked;
  const { min_price, max_price } = asked;
  const { line, price } = row.close;
  return (
    isAskedGame(row, asked) &&
    (bet_type === undefined || bet_type.split(",").includes(row.bet_type)) &&
    (market === undefined || row.market === market) &&
    (period === undefined || row.period === period) &&
    (selection === undefined || row.selection === selection) &&
    (role === undefined || row.role === role) &&
    (result === undefined || row.result.close === result) &&
    (min_line === undefined || (line !== null && line >= Number(min_line))) &&
    (max_line === undefined || (line !== null && line <= Number(max_line))) &&
    (min_price === undefined || (price !== null && payoutOf(price) >= payoutOf(Number(min_price)))) &&
    (max_price === undefined || (price !== null && payoutOf(price) <= payoutOf(Number(max_price)))) &&
    (book.toLowerCase() === "all" || isAskedBook(row, book))
  );
}

/** What a hundred units win at American odds. */
function payoutOf(price: number): number {
  return price > 0 ? price : 10_000 / -price;
}
