/** Rest, weather, meetings, books and the move of the line, as bettors say them. */
import { namesOf, usBooks } from "../../domain/books.ts";
import { sportFacts } from "../../domain/sports.ts";
import { type Apply, type Draft, type Phrase, setFilter, sets } from "./draft.ts";

const number = "(\\d+(?:\\.\\d+)?)";
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

const windIs = "(?:the )?winds?(?: is| are| was| were)?(?: blowing)?";

const value =
  (name: string): Apply =>
  (draft, [, text = ""]) =>
    setFilter(draft, name, text);

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
  ["(?:against|vs|facing) (?:well )?rested(?: (?:teams?|opponents?))?", sets("opponent_rest_min=2")],
  ["(?:well )?rested(?= |$)", sets("rest_min=2")],
  [
    `(?:at least|with) (\\d+) or more days (?:of |after )?(?:rest|off|their last game|its last game)`,
    value("rest_min"),
  ],
  [
    `(?:on |with )?(\\d+) days? (?:after (?:their|its) last game)`,
    (draft, [, days = ""]) => setFilter(draft, "rest_min", days) && setFilter(draft, "rest_max", days),
  ],
  [`${windIs} (?:under|below|less than) ${number}(?: mph)?`, value("wind_max")],
  [`${windIs} (?:of |over |above |at least |more than )?${number}\\+?(?: mph)?(?: or more)?`, value("wind_min")],
  [`${number}(?:\\+ mph| mph or more| or more mph| mph) winds?`, value("wind_min")],
  ["(?:in |with )?(?:the |high |strong )?winds?|windy(?: (?:games?|weather))?", sets("wind_min=15")],
  [`(?:under|below) ${number}(?: degrees| f)`, value("temperature_max")],
  [`(?:over|above) ${number}(?: degrees| f)`, value("temperature_min")],
  ["below freezing|freezing|(?:in )?(?:the )?cold(?: weather)?", sets("temperature_max=32")],
  ["(?:in )?(?:the )?hot weather|in the heat", sets("temperature_min=85")],
  ["(?:in |under )?(?:a |the )?(?:domes?|roof|indoors?)", sets("indoor=true")],
  ["outdoors?|outside", sets("indoor=false")],
  [
    "(?:against|vs|facing) (?:a )?(?:lefty|lefties|left handed|left handers?|southpaws?)(?: (?:starters?|pitchers?|pitching))?",
    sets("opponent_starter_hand=L"),
  ],
  [
    "(?:against|vs|facing) (?:a )?(?:righty|righties|right handed|right handers?)(?: (?:starters?|pitchers?|pitching))?",
    sets("opponent_starter_hand=R"),
  ],
  [
    "(?:with )?(?:a )?(?:lefty|left handed|left hander)(?: (?:starters?|starting|pitchers?|pitching|on the mound))?",
    sets("team_starter_hand=L"),
  ],
  [
    "(?:with )?(?:a )?(?:righty|right handed|right hander)(?: (?:starters?|starting|pitchers?|pitching|on the mound))?",
    sets("team_starter_hand=R"),
  ],
  ["first meetings?(?: of the season)?|first time (?:they )?meet", sets("meeting=first")],
  ["rematch(?:es)?|second meetings?", sets("meeting=rematch")],
  ["revenge(?: (?:games?|spots?))?|(?:after )?(?:lost|losing) the last meeting", sets("meeting_last=lost")],
  ["(?:after )?(?:won|winning) the last meeting", sets("meeting_last=won")],
  [
    "(?:against |vs )?(?:a )?(?:division|divisional)(?: (?:games?|rivals?|opponents?|matchups?))?|(?:in )?(?:the )?(?:their |its )?division",
    sets("same_division=true"),
  ],
  ["(?:against |vs )?(?:a )?conference(?: (?:games?|rivals?|opponents?|matchups?))?", sets("same_conference=true")],
  [
    "(?:when |where )?(?:the )?lines? (?:moved?|moves|moving) (?:toward|towards|to|for|their way)(?: (?:them|it|the bet))?",
    sets("open_moved=toward"),
  ],
  [
    "(?:when |where )?(?:the )?lines? (?:moved?|moves|moving) (?:away|against)(?: (?:from )?(?:them|it|the bet))?",
    sets("open_moved=away"),
  ],
  ...usBooks.map((book): Phrase => {
    const words = [book.slug, ...namesOf(book)].map((each) => escaped(each.toLowerCase())).join("|");
    return [`(?:at |on |by |from )?(?:${words})(?: close| lines?| prices?)?`, sets(`book=${book.slug}`)];
  }),
];

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
