/** A text as its words are compared: in small letters without accents, with numbers as digits. */
import leven from "leven";

export type Word = {
  readonly text: string;
  /** As somebody typed it. */
  readonly typed: string;
};

const numbers: Readonly<Record<string, string>> = Object.fromEntries(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, at) => [word, String(at)]),
);

/** Letters, digits, and what stands within or before numbers and names: `+7.5`, `-3`, `49ers`, `first-half`, `o'brien`. */
const pattern =
  /20\d\d[-/]\d\d(?!\d)|\d\d?:\d\d(?:[ap]m)?|[+-]?\d+(?:\.\d+)?(?:%|\+|[a-z]+)?|\.\d+|[\p{L}\p{N}][\p{L}\p{N}.'&]*/giu;

export function wordsOf(text: string): readonly Word[] {
  const plain = text
    .replaceAll("−", "-")
    .replaceAll("’", "'")
    .replaceAll("–", "-")
    .replaceAll(" & ", " and ")
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, " ")
    .replaceAll(/(?<![\d.-])(\d{1,3}(?:\.5)?)-(?=\d{1,3}(?:\.5)?(?![\d-]))/g, "$1 to ");
  return [...plain.matchAll(pattern)].map(([typed]) => {
    const folded = typed
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/(?:'s|\.|'|s')$/, "");
    return { typed, text: numbers[folded] ?? folded };
  });
}

/** Long ones, of which few other words are a letter away; "team" is none, since "steam" means something else. */
const known: readonly string[] = (
  "favorite favorites favourite favourites underdog underdogs spread spreads moneyline total totals under unders over overs home road " +
  "division divisional rivals rematch rematches revenge streak winning losing straight consecutive playoffs postseason regular season " +
  "quarter period inning innings half against opponent opponents covered covering laying getting following coming points weather windy " +
  "monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november " +
  "december conference lefties rested"
).split(" ");

/** Shorter words count only where two neighbouring letters are the wrong way round: "raod". */
const fewestOfOneWrong = 5;
const fewestOfTwoWrong = 9;
const fewest = 4;

/** The word that was meant, in small letters; null: it is near none, or is one. */
export function spelled(word: string): string | null {
  if (word.length < fewest || /[^a-z]/.test(word) || known.includes(word)) return null;
  return known.find((each) => isMisspelled(word, each)) ?? null;
}

/** Whether one letter is wrong, too many or missing (of a long word two), or two neighbours are the wrong way round. */
export function isMisspelled(word: string, right: string): boolean {
  if (isSwapped(word, right)) return true;
  const shorter = Math.min(word.length, right.length);
  const most = shorter >= fewestOfTwoWrong ? 2 : shorter >= fewestOfOneWrong ? 1 : 0;
  return Math.abs(word.length - right.length) <= most && leven(word, right, { maxDistance: most + 1 }) <= most;
}

function isSwapped(word: string, right: string): boolean {
  if (word.length !== right.length) return false;
  const wrong = [...word].flatMap((letter, at) => (letter === right[at] ? [] : [at]));
  const [one = 0, other = 0, ...more] = wrong;
  return more.length === 0 && other === one + 1 && word[one] === right[other] && word[other] === right[one];
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** These words say nothing of which bets are meant. Whatever is in neither a phrase nor this list blocks the record. */
export const noise = setOf(`
  a all always am an and any are as be been being bet bets bettor bettors betting bettable by can club clubs come comes coming could did do
  does doing during ever every find for game games generally get gets give go going had happen happened happens has have having historically
  history how i if in is it its just know let like line lines look many matchup matchups me much my of often odds on only or our overall
  perform performance performed performing performs place please play played playing plays price prices profit profitable record records
  results return roi see should show side sides so stat statistics stats still take tell team teams tend than that the their them then there these they this those to trend
  trends typically us usually want was we were what whats when where which who whose will with would you your
`);

/** Words that turn what stands beside them round, so that without them another question would be answered. */
export const turning = setOf(`
  after against avoid avoiding before behind besides but coming-off contrarian despite don't dont everyone except excluding exclude fade fades faded fading
  following isn't isnt ignore instead lay minus neither never no non nobody none nor not off opponent opponents opposing opposite other
  outside prior reverse since than unless until versus vs without
`);

/** Words that bettors use and that no filter has, so that they are not taken for others. */
export const notFilters = setOf(`
  3rd 4th action afternoon altitude artificial backup best better biggest birthday bounce coach coaches collapse contract cover covers defense
  defensive doubleheader early elite expansion field final first fourth grass handle handicap heavy holiday home-and-home huge humid
  injured injury international late letdown live lookahead london longest losing money month national neutral offense offensive opener
  opening over/under overtime pace percent popular prime primetime prop props public quarterbacks quick rain rainy ranked ranking rating
  referees rivalry road-trip rookies ryder second series sharp sharps short shutout shootout small snow snowy square squares star starting
  steam stretch strong suspended synthetic third thanksgiving tickets time trap travel traveling turf tv umpires undefeated unranked
  volume warm weak weekend weekends winless worst xmas christmas
  goalie goaltender kicker manager pitcher player qb quarterback rb ref referee rookie skipper starter ump umpire wr
`);
