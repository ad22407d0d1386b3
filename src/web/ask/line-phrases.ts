/** How bettors say how large a line is. */
import { type Apply, type Draft, type Phrase, type Size, sets } from "./draft.ts";

const number = "(\\d+(?:\\.\\d+)?)";
const points = "(?: (?:points?|runs?|goals?|pts?))?";
const orMore = `(?:or more|or higher|or greater|or better|or bigger|or longer|and up|plus)${points}`;
const orLess = `(?:or less|or fewer|or lower|or smaller|or under)${points}`;

/** @param role which the words say, too. */
const sized =
  (size: (found: readonly string[]) => Size, role?: "favorite" | "underdog"): Apply =>
  (draft, found) => {
    if (draft.size !== null || (role !== undefined && (draft.filters.get("role") ?? role) !== role)) return false;
    draft.size = size(found);
    if (role !== undefined) draft.filters.set("role", role);
    return true;
  };

const atLeast = ([, least = ""]: readonly string[]): Size => ({ least: Number(least), most: null });
const atMost = ([, most = ""]: readonly string[]): Size => ({ least: null, most: Number(most) });
const exactly = ([, size = ""]: readonly string[]): Size => ({ least: Number(size), most: Number(size) });
const between = ([, least = "", most = ""]: readonly string[]): Size => ({ least: Number(least), most: Number(most) });
const fromTen = (): Size => ({ least: 10, most: null });

const laying = "(?:laying|giving|favou?red by|favou?rites? (?:by|of|laying|giving)|favs? (?:by|of))";
const getting = "(?:getting|catching|taking|underdogs? (?:by|of|getting|catching)|dogs? (?:by|of|getting|catching))";

const ofRole = (words: string, role: "favorite" | "underdog"): readonly Phrase[] => [
  [`${words} (?:between )?${number} (?:to|through|and) ${number}${points}`, sized(between, role)],
  [`${words} ${number}${points} ${orMore}`, sized(atLeast, role)],
  [`${words} ${number}\\+${points}`, sized(atLeast, role)],
  [`${words} (?:at least|more than) ${number}${points}`, sized(atLeast, role)],
  [`${words} ${number}${points} ${orLess}`, sized(atMost, role)],
  [`${words} (?:at most|less than) ${number}${points}`, sized(atMost, role)],
  [`${words} (?:double digits?)`, sized(fromTen, role)],
  [`${words} (?:exactly )?${number}${points}`, sized(exactly, role)],
];

/** Without a number it is only said which of the two. */
const ofNoSize = (words: string, role: "favorite" | "underdog"): Phrase => [
  `(?:${words}) (?:the )?points`,
  sets(`role=${role}`),
];

/** Nobody gives a hundred points: such a number is a price, unless it is a total. */
export const smallestPrice = 100;

/** Lines with a sign are as the bettor sees them, and totals are of both. */
const signed =
  (least: (value: number) => number | null, most: (value: number) => number | null): Apply =>
  (draft: Draft, [, text = ""]) => {
    const of = Math.abs(Number(text)) >= smallestPrice ? "price" : "line";
    if (draft[of] !== null) return false;
    draft[of] = { least: least(Number(text)), most: most(Number(text)) };
    return true;
  };

const priced =
  (price: Size): Apply =>
  (draft) => {
    if (draft.price !== null) return false;
    draft.price = price;
    return true;
  };

/** "-3 to -7", from whichever end. */
const signedRange: Apply = (draft, found) => {
  const ends = found.slice(1, 3).map(Number);
  const arePrices = ends.map((each) => Math.abs(each) >= smallestPrice);
  const of = arePrices[0] === true ? "price" : "line";
  if (draft[of] !== null || arePrices[0] !== arePrices[1]) return false;
  draft[of] = { least: Math.min(...ends), most: Math.max(...ends) };
  return true;
};

const same = (value: number): number => value;
const none = (): null => null;
const sign = "([+-]\\d+(?:\\.\\d+)?)";

const beforeRole = "(?= (?:home |road |away )?(?:favou?rites?|favs?|underdogs?|dogs?))";

/** A total is named, so that nothing else can have that line. */
const ofTotal =
  (size: (found: readonly string[]) => Size): Apply =>
  (draft, found, today) => {
    if ((draft.market ?? "total") !== "total" || !sized(size)(draft, found, today)) return false;
    draft.market = "total";
    return true;
  };

export const linePhrases: readonly Phrase[] = [
  ...ofRole(laying, "favorite"),
  ...ofRole(getting, "underdog"),
  ofNoSize("laying|giving", "favorite"),
  ofNoSize("getting|catching|taking", "underdog"),
  ["(?:at |with |priced at )?(?:plus|positive) (?:money|odds|prices?)", priced({ least: 100, most: null })],
  ["(?:at |with |priced at )?(?:minus|negative) (?:money|odds|prices?)", priced({ least: null, most: -101 })],
  ["(?:at |with |priced at )?(?:even (?:money|odds)|evens)", priced({ least: 100, most: 100 })],
  [`double digits?${beforeRole}`, sized(fromTen)],
  [`${number}\\+${points}${beforeRole}`, sized(atLeast)],
  [`${number} (?:to|and) ${number} point${beforeRole}`, sized(between)],
  [`${number} point${beforeRole}`, sized(exactly)],
  [`(?:priced )?(?:between |from |of |at )?${sign} (?:to|and|through) ${sign}`, signedRange],
  [`(?:at |of |priced at )?(-\\d+(?:\\.\\d+)?) (?:or more|or bigger|or greater|and up|plus)`, signed(none, same)],
  [`(?:at |of |priced at )?(-\\d+(?:\\.\\d+)?) (?:or less|or fewer|or smaller)`, signed(same, none)],
  [`(?:at |of |priced at )?${sign} ${orMore}`, signed(same, none)],
  [`(?:at |of |priced at )?${sign} ${orLess}`, signed(none, same)],
  [`(?:at |of |priced at )?${sign}`, signed(same, same)],
  [
    "pick ?(?:em|'em)s?|pk",
    signed(
      () => 0,
      () => 0,
    ),
  ],
  [
    `(?:by|of|with a line of|with a total of|line|total of) (?:between )?${number} (?:to|and) ${number}${points}`,
    sized(between),
  ],
  [`(?:by |of |with a line of |with a total of |total of |totals of )?${number}${points} ${orMore}`, sized(atLeast)],
  [`(?:by |of |with a line of |with a total of |total of |totals of )?${number}\\+${points}`, sized(atLeast)],
  [`(?:by |of |with a line of |with a total of |total of |totals of )?${number}${points} ${orLess}`, sized(atMost)],
  [`totals? (?:is |are |of )?(?:over|above|at least|higher than|more than) ${number}${points}`, ofTotal(atLeast)],
  [`totals? (?:is |are |of )?(?:under|below|at most|lower than|less than) ${number}${points}`, ofTotal(atMost)],
  [`(?:lines? )?(?:above|at least|higher than|more than) ${number}${points}`, sized(atLeast)],
  [`(?:lines? )?(?:below|at most|lower than|less than) ${number}${points}`, sized(atMost)],
  [`(?<=(?:over|under)s? )${number}${points}`, sized(exactly)],
  [`(?:with a (?:line|total) of|by|of) ${number}${points}`, sized(exactly)],
];
