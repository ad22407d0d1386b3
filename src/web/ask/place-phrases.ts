/** Rest, weather, meetings, books and the move of the line, as bettors say them. */
import { namesOf, usBooks } from "../../domain/books.ts";
import { sportFacts } from "../../domain/sports.ts";
import { type Apply, type Draft, filterPhrases, type Phrase, sets } from "./draft.ts";

const opponent =
  "(?:opponents?|against (?:a )?(?:teams?|opponents?)|vs (?:teams?|opponents?)|facing (?:a )?(?:teams?|opponents?)) (?:is |are |that are |who are |coming )?";

/** The rest of the team that is bet on and, with the same words behind "opponent", that of its opponent. */
const rests = (pattern: string, ...filters: readonly string[]): readonly Phrase[] => [
  [opponent + pattern, sets(...filters.map((each) => `opponent_${each}`))],
  [
    `both (?:teams )?(?:are |come |coming )?${pattern}`,
    sets(...filters.flatMap((each) => [`home_${each}`, `away_${each}`])),
  ],
  [pattern, sets(...filters)],
];

const words = {
  number: "(\\d+(?:\\.\\d+)?)",
  winds: "(?:the )?winds?(?: is| are| was| were)?(?: blowing)?",
  facing: "(?:against|vs|facing)",
  thrower: "(?:starters?|pitchers?|pitching)",
  starting: "(?:starters?|starting|pitchers?|pitching|on the mound)",
  rival: "(?:games?|rivals?|opponents?|matchups?)",
  lines: "(?:when |where )?(?:the )?lines? (?:moved?|moves|moving)",
};

const places = `
(?:against|vs|facing) (?:well )?rested(?: (?:teams?|opponents?))? -> opponent_rest_min=2
(?:well )?rested(?= |$) -> rest_min=2
(?:at least|with) (\\d+) or more days (?:of |after )?(?:rest|off|their last game|its last game) -> rest_min=$1
(?:on |with )?(\\d+) days? (?:after (?:their|its) last game) -> rest_min=$1 rest_max=$1
{winds} (?:under|below|less than) {number}(?: mph)? -> wind_max=$1
{winds} (?:of |over |above |at least |more than )?{number}\\+?(?: mph)?(?: or more)? -> wind_min=$1
{number}(?:\\+ mph| mph or more| or more mph| mph) winds? -> wind_min=$1
(?:in |with )?(?:the |high |strong )?winds?|windy(?: (?:games?|weather))? -> wind_min=15
(?:under|below) {number}(?: degrees| f) -> temperature_max=$1
(?:over|above) {number}(?: degrees| f) -> temperature_min=$1
below freezing|freezing|(?:in )?(?:the )?cold(?: weather)? -> temperature_max=32
(?:in )?(?:the )?hot weather|in the heat -> temperature_min=85
(?:in |under )?(?:a |the )?(?:domes?|roof|indoors?) -> indoor=true
outdoors?|outside -> indoor=false
(?:(?:rain )?shortened|called|cut short)(?: games?)? -> shortened=true
{facing} (?:a )?(?:lefty|lefties|left handed|left handers?|southpaws?)(?: {thrower})? -> opponent_starter_hand=L
{facing} (?:a )?(?:righty|righties|right handed|right handers?)(?: {thrower})? -> opponent_starter_hand=R
(?:with )?(?:a )?(?:lefty|left handed|left hander)(?: {starting})? -> team_starter_hand=L
(?:with )?(?:a )?(?:righty|right handed|right hander)(?: {starting})? -> team_starter_hand=R
first meetings?(?: of the season)?|first time (?:they )?meet -> meeting=first
rematch(?:es)?|second meetings? -> meeting=rematch
revenge(?: (?:games?|spots?))?|(?:after )?(?:lost|losing) the last meeting -> meeting_last=lost
(?:after )?(?:won|winning) the last meeting -> meeting_last=won
(?:against |vs )?(?:a )?(?:division|divisional)(?: {rival})?|(?:in )?(?:the )?(?:their |its )?division -> same_division=true
(?:against |vs )?(?:a )?conference(?: {rival})? -> same_conference=true
{lines} (?:toward|towards|to|for|their way)(?: (?:them|it|the bet))? -> open_moved=toward
{lines} (?:away|against)(?: (?:from )?(?:them|it|the bet))? -> open_moved=away
`;

const hasWord =
  (word: "bye" | "short_week" | "back_to_back", apply: Apply): Apply =>
  (draft: Draft, found, today) =>
    sportFacts[draft.sport].restWords.includes(word) && apply(draft, found, today);

const ofSport = (phrases: readonly Phrase[], word: "bye" | "short_week" | "back_to_back"): readonly Phrase[] =>
  phrases.map(([pattern, apply]) => [pattern, hasWord(word, apply)] as const);

export const placePhrases: readonly Phrase[] = [
  ...ofSport(
    rests("(?:(?:coming )?off|after|following) (?:a |the |their |its )?bye(?: weeks?)?", "rest_min=13"),
    "bye",
  ),
  ...ofSport(rests("(?:on |in )?(?:a )?short (?:weeks?|rest)", "rest_max=5"), "short_week"),
  ...ofSport(
    rests(
      "(?:on |in )?(?:a |the )?(?:back to backs?|b2b|(?:2nd|second) nights?(?: of (?:a )?back to back)?|no rest)",
      "rest_max=1",
    ),
    "back_to_back",
  ),
  ...filterPhrases(places, words),
  ...usBooks.map((book): Phrase => {
    const words = [book.slug, ...namesOf(book)].map((each) => escaped(each.toLowerCase())).join("|");
    return [`(?:at |on |by |from )?(?:${words})(?: close| lines?| prices?)?`, sets(`book=${book.slug}`)];
  }),
];

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
