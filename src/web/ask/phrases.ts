/**
 * The phrases of bettors, and what each says. A line has a pattern of words in small letters, numbers as digits and teams as `@0`, `@1`
 * and so on; an arrow; and facts, which `./draft.ts` explains. Words in braces stand for a part of a pattern. Phrases are looked for in
 * this order, and what one has taken is not there for those after it.
 */
import { weekdayNames } from "../../contract/enum-texts.ts";
import { namesOf, usBooks } from "../../domain/books.ts";
import { monthNames } from "../ui/words.ts";

const table = String.raw;

/** Parts of patterns by the names that stand for them in braces. */
export const pieces: Readonly<Record<string, string>> = {
  start: table`(?:(?:that |which )?(?:are )?(?:start|starts|started|starting|begin|begins|beginning|kick off|kicks off|kicking off|kickoffs?|tip off|tips off) )?`,
  clock: table`(\d\d?)(?::00)? ?([ap]m)(?: (?:et|est|edt|eastern)(?: time)?)?`,
  off: "(?:(?:coming )?off|after|following|coming off of) ",
  lost: "(?:loss|losing|defeat)",
  won: "(?:win|winning|victory)",
  before: "last (?:time|game|week)|(?:their|its) last(?: game)?",
  straight: "(?:straight|in a row|consecutive)",
  winds: "(?:the )?winds?(?: is| are| was| were)?(?: blowing)?",
  facing: "(?:against|vs|facing)",
  thrower: "(?:starters?|pitchers?|pitching)",
  starting: "(?:starters?|starting|pitchers?|pitching|on the mound)",
  rival: "(?:games?|rivals?|opponents?|matchups?)",
  lines: "(?:when |where )?(?:the )?lines? (?:moved?|moves|moving)",
  number: table`(\d+(?:\.\d+)?)`,
  sign: table`([+-]\d+(?:\.\d+)?)`,
  point: "(?:points?|runs?|goals?)",
  points: "(?: (?:points?|runs?|goals?|pts?))?",
  more: "(?:or more|or higher|or greater|or better|or bigger|or longer|and up|plus)",
  less: "(?:or less|or fewer|or lower|or smaller|or under)",
  above: "(?:above|at least|higher than|more than)",
  below: "(?:below|at most|lower than|less than)",
  of: "(?:by |of |with a line of |with a total of |total of |totals of )?",
  at: "(?:at |of |priced at )?",
  favorites: "(?:favou?rites?|favs?)",
  underdogs: "(?:underdogs?|dogs?)",
  role: "(?= (?:home |road |away )?(?:favou?rites?|favs?|underdogs?|dogs?))",
};

/** Words that say whose form or rest it is; without them it is that of the team that is bet on. */
export const whose: readonly (readonly [pattern: string, whose: string])[] = [
  [
    "(?:opponents?|against (?:a |an )?(?:teams?|opponents?)|vs (?:teams?|opponents?)|(?:facing|(?:when |if )?(?:they |it )?(?:face|faces|play|plays)) (?:a |an )?(?:teams?|opponents?)) (?:that |who |which )?(?:is |are |was |were |has |have |had )?(?:coming )?",
    "opponent",
  ],
  ["(?:against|vs|facing) (?:a |an )?(?=winning|losing|hot|cold)", "opponent"],
  ["both (?:teams |sides )?(?:are |were |come |coming )?", "both"],
  ["either (?:team |side )?(?:is |was |comes |coming )?", "either"],
  ["", "*"],
];

/** Hours are those of New York. */
const hours = table`
{start}(?:(?:at or after|after|from|later than) {clock}|(?:at )?{clock} (?:or|and) later) -> start_hour_min=$1$2$3$4
{start}before {clock} -> start_hour_max=$1$2-1
{start}(?:at )?{clock} -> start_hour_min=$1$2 start_hour_max=$1$2
{start}before noon|mornings? -> start_hour_max=11
{start}after noon -> start_hour_min=12
{start}(?:at )?noon(?: kickoffs?)? -> start_hour_min=12 start_hour_max=12
`;

/** A round is a filter where it is always the same week. Those of other sports are named as not answered. */
const rounds = table`
game \d of (?:a |the )?double ?headers? -> left
(?:pre ?season|exhibition|spring training|all star|pro bowl)(?: games?)? -> left
(?:nba cup|in season tournament|play in)(?: tournament)?(?: games?)? -> left
wild ?cards?(?: round| weekend| games?)? -> season_type=postseason week=#wildCard if rounds else season_type=postseason left
division(?:al)? (?:round|playoffs?|weekend) -> season_type=postseason week=#divisional if rounds else season_type=postseason left
conference championships?(?: round| games?| weekend)? -> season_type=postseason week=#conference if rounds else season_type=postseason left
(?:the )?super ?bowls? -> season_type=postseason week=#final if rounds else season_type=postseason left
(?:the )?(?:(?:nba|afc|nfc) )?(?:world series|[an]lcs|[an]lds|(?:division|championship|league) (?:championship )?series|stanley cup(?: finals?)?) -> season_type=postseason left
(?:the )?(?:(?:nba|afc|nfc) )?(?:(?:conference |cup |quarter |semi )?finals|(?:conference )?(?:semi|quarter) ?finals?|(?:afc|nfc|national) (?:championships?|title)(?: games?)?) -> season_type=postseason left
(?:the )?(?:(?:opening|1st|2nd|3rd|first|second|third|last|final) round|round (?:of )?\d+|game [1-7]|elimination games?) -> season_type=postseason left
(?:the )?(?:(?:college football )?(?:playoff )?cfp|(?:rose|sugar|orange|cotton|peach|fiesta) bowls?) -> season_type=postseason left
`;

/** Phrases of form: games that teams had played before [A-17]. Where the last game was, and by how much when a word says it, no filter has. */
const lastMargins = table`
{off}(?:a |an |the |their |its )?(?:home|road|away|shutout|close|big|bad|tough|narrow|division(?:al)?|overtime|extra innings?|upset|monday|tuesday|wednesday|thursday|friday|saturday|sunday|night|neutral|primetime)(?: night)? (?:loss(?:es)?|wins?|games?|defeats?|victory|victories|upsets?) -> left
{off}(?:a |an )?{lost} as (?:a |an )?{favorites} -> *_last=lost *_last_role=favorite
{off}(?:a |an )?{lost} as (?:a |an )?{underdogs} -> *_last=lost *_last_role=underdog
{off}(?:a |an )?{won} as (?:a |an )?{favorites} -> *_last=won *_last_role=favorite
{off}(?:a |an )?{won} as (?:a |an )?{underdogs} -> *_last=won *_last_role=underdog
{off}(?:a |an )?{lost} by (?:at least )?(\d+)(?: {point})?(?: or more)? -> *_last_margin_max=-$1
{off}(?:a |an )?{won} by (?:at least )?(\d+)(?: {point})?(?: or more)? -> *_last_margin_min=$1
{off}(?:a |an )?(\d+)\+? {point} (?:loss|defeat) -> *_last_margin_max=-$1
{off}(?:a |an )?(\d+)\+? {point} (?:win|victory) -> *_last_margin_min=$1
(?:{off})?(?:a )?blow ?out (?:loss(?:es)?|defeats?)|{off}(?:getting|being) blown out -> *_last_margin_max=-#blowout
(?:{off})?(?:a )?blow ?out (?:wins?|victory) -> *_last_margin_min=#blowout
`;

const streak = (fact: string, ends: string, past: string, kind: string) => table`
(?:on )?(?:a )?(?:(\d+) games? (?:${kind}) streak|(?:${kind}) streak of (\d+)(?: or more)?(?: games?)?) -> ${fact}$1$2
(?:on )?(?:a )?(?:${kind}) streak -> ${fact}2
(?:{off})?(\d+) (?:{straight} (?:${ends})|(?:${ends}) {straight}) -> ${fact}$1
(?:{off})?(?:${past}) (?:(?:the|their|its) last )?(\d+)(?: {straight})?(?: games?| starts?)? -> ${fact}$1
(?:{off})?(?:back to back|{straight}) (?:${ends}) -> ${fact}2
`;
const failed = "ats loss(?:es)?|non covers?|failures to cover";
const streaks = [
  streak("*_streak_min=", "wins?", "winning|won|having won", "winning|win"),
  streak("*_streak_max=-", "loss(?:es)?|defeats?", "losing|lost|having lost", "losing|loss"),
  streak("*_ats_streak_min=", "covers?|ats wins?", "covering|covered", "covering|cover"),
  streak("*_ats_streak_max=-", failed, "failing to cover|failed to cover", "ats losing"),
];

/** "week 1 unders" and "first 5 unders" are no streaks: they are not off them, and not straight. */
const streakOfTotals = (word: string, fact: string) => table`
{off}(\d+) ${word}s? -> ${fact}$1
(?:{off})?(\d+) (?:{straight} ${word}s?|${word}s {straight}) -> ${fact}$1
{off}(?:back to back|{straight}) ${word}s -> ${fact}2
`;
const streaksOfTotals = [
  streakOfTotals("over", "*_total_streak_min="),
  streakOfTotals("under", "*_total_streak_max=-"),
];

const lastGames = table`
{off}(?:a |an )?{lost} -> *_last=lost
(?:that |who )?lost (?:outright )?(?:{before})(?: outright)? -> *_last=lost
{off}(?:a |an )?{won} -> *_last=won
(?:that |who )?won (?:{before}) -> *_last=won
{off}(?:a |an )?(?:cover|covering|ats win)|covered last(?: (?:time|game|week))? -> *_last=covered
{off}(?:failing|a failure) to cover|failed to cover last(?: (?:time|game|week))?|{off}(?:an )?ats loss -> *_last=failed
{off}an? (over|under) -> *_last=$1
(?:that (?:was|were) )?favou?red last(?: (?:time|game|week))? -> *_last_role=favorite
(?:that (?:was|were) )?underdogs? last (?:time|game|week) -> *_last_role=underdog
(?:teams? )?(?:with (?:a )?records? )?(?:over|above|better than) \.500 -> *_win_share_min=0.5001
(?:teams? )?(?:with (?:a )?records? )?(?:under|below|worse than) \.500 -> *_win_share_max=0.4999
(?:with )?(?:a )?winning (?:records?|teams?) -> *_win_share_min=0.5001
(?:with )?(?:a )?losing (?:records?|teams?) -> *_win_share_max=0.4999
`;

/** Rest, weather, meetings and the move of the line. */
const places = table`
{off}(?:a |the |their |its )?bye(?: weeks?)? -> *_rest_min=13 if bye
(?:on |in )?(?:a )?short (?:weeks?|rest) -> *_rest_max=5 if short_week
(?:on |in )?(?:a |the )?(?:back to backs?|b2b|(?:2nd|second) nights?(?: of (?:a )?back to back)?|no rest) -> *_rest_max=1 if back_to_back
{facing} (?:well )?rested(?: (?:teams?|opponents?))? -> opponent_rest_min=2
(?:well )?rested(?= |$) -> *_rest_min=2
(?:at least|with) (\d+) or more days (?:of |after )?(?:rest|off|their last game|its last game) -> *_rest_min=$1
(?:on |with )?(\d+) days? (?:after (?:their|its) last game) -> *_rest_min=$1 *_rest_max=$1
{winds} (?:under|below|less than) {number}(?: mph)? -> wind_max=$1
{winds} (?:of |over |above |at least |more than )?{number}\+?(?: mph)?(?: or more)? -> wind_min=$1
{number}(?:\+ mph| mph or more| or more mph| mph) winds? -> wind_min=$1
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

const books = usBooks.map((book) => {
  const names = [book.slug, ...namesOf(book)].map((each) => RegExp.escape(each.toLowerCase())).join("|");
  return `(?:at |on |by |from )?(?:${names})(?: close| lines?| prices?)? -> book=${book.slug}`;
});

/** A question how often a team wins asks for the winner of the game, unless a spread or a total is named. */
const markets = table`
nrfi|no runs? (?:in the )?first inning -> period=inn1 market=total selection=under
yrfi|runs? (?:in the )?first inning -> period=inn1 market=total selection=over
(?:1st|first) halves|(?:1st|first) half|1h -> period=1h
(?:2nd|second) half|2h -> period=2h
(?:1st|first) quarter|1q|q1 -> period=q1
(?:2nd|second) quarter|2q|q2 -> period=q2
(?:3rd|third) quarter|3q|q3 -> period=q3
(?:4th|fourth) quarter|4q|q4 -> period=q4
(?:1st|first) period|p1 -> period=p1
(?:1st|first) 5(?: innings?)?|f5 -> period=inn5
(?:1st|first) inning -> period=inn1
full games? -> period=full
team totals? (over|under)s?|(over|under)s? (?:on )?(?:the |their )?team totals? -> market=team_total selection=$1$2
moneylines?|money lines?|ml|straight up|outright -> market=moneyline
run ?lines? -> market=spread if run_line
puck ?lines? -> market=spread if puck_line
(?:to )?covers?(?: the)?(?: (?:spreads?|number))? -> market=spread
spreads?|against the spread|ats|point spreads? -> market=spread
(?<=how (?:often|many times) .*)(?:cash|cashes|hits?) ->
(?<=how (?:often|many times) .*)(?:wins?|won) -> market?=moneyline
(?:at |by )(?:the )?clos(?:e|ing)(?: (?:lines?|prices?|odds))?|closing (?:lines?|prices?|odds) ->
(?:win|winning|hit|cover) (?:rates?|percentages?|percents?|pct) ->
`;

/** @param by the words before a number; without one, `giving` says which of the two. */
const ofRole = (role: string, by: string, giving: string) => table`
${by} (?:between )?{number} (?:to|through|and) {number}{points} -> size=$1..$2 role=${role}
${by} (?:{number}(?:{points} {more}|\+)|(?:at least|more than) {number}){points} -> size=$1$2.. role=${role}
${by} (?:{number}{points} {less}|(?:at most|less than) {number}){points} -> size=..$1$2 role=${role}
${by} double digits? -> size=10.. role=${role}
${by} (?:exactly )?{number}{points} -> size=$1 role=${role}
(?:${giving}) (?:the )?points -> role=${role}
`;
const laying = "(?:laying|giving|favou?red by|favou?rites? (?:by|of|laying|giving)|favs? (?:by|of))";
const getting = "(?:getting|catching|taking|underdogs? (?:by|of|getting|catching)|dogs? (?:by|of|getting|catching))";
const sizes = [ofRole("favorite", laying, "laying|giving"), ofRole("underdog", getting, "getting|catching|taking")];

/** A line with a sign is as the bettor sees it, and a total is of both. */
const lines = table`
(?:at |with |priced at )?(?:plus|positive) (?:money|odds|prices?) -> price=100..
(?:at |with |priced at )?(?:minus|negative) (?:money|odds|prices?) -> price=..-101
(?:at |with |priced at )?(?:even (?:money|odds)|evens) -> price=100
double digits?{role} -> size=10..
{number}\+{points}{role} -> size=$1..
{number} (?:to|and) {number} point{role} -> size=$1..$2
{number} point{role} -> size=$1
(?:priced )?(?:between |from |of |at )?{sign} (?:to|and|through) {sign} -> line=$1..$2
{at}(-\d+(?:\.\d+)?) (?:or more|or bigger|or greater|and up|plus) -> line=..$1
{at}(-\d+(?:\.\d+)?) (?:or less|or fewer|or smaller) -> line=$1..
{at}{sign} {more}{points} -> line=$1..
{at}{sign} {less}{points} -> line=..$1
{at}{sign} -> line=$1
pick ?(?:em|'em)s?|pk -> line=0
(?:by|of|with a line of|with a total of|line|total of) (?:between )?{number} (?:to|and) {number}{points} -> size=$1..$2
{of}{number}(?:{points} {more}|\+){points} -> size=$1..
{of}{number}{points} {less}{points} -> size=..$1
totals? (?:is |are |of )?(?:over|{above}) {number}{points} -> market=total size=$1..
totals? (?:is |are |of )?(?:under|{below}) {number}{points} -> market=total size=..$1
(?:lines? )?{above} {number}{points} -> size=$1..
(?:lines? )?{below} {number}{points} -> size=..$1
(?<=(?:over|under)s? ){number}{points} -> size=$1
(?:with a (?:line|total) of|by|of) {number}{points} -> size=$1
(over|under)s? -> market=total selection=$1
totals?|over unders? -> market=total
home|hosts?(?! (?:the )?@)|at home -> selection=home
road|rd|away|visitors?|visiting|on the road -> selection=away
favou?rites?|favou?red|favs?|faves?|chalk -> role=favorite
underdogs?|dogs? -> role=underdog
`;

/** Where the playoffs are a few of the bowls, no filter has them. */
const seasons = table`
playoffs? -> season_type=postseason left if bowls else season_type=postseason
postseason|post season -> season_type=postseason
bowl games?|bowls -> season_type=postseason if bowls
regular season -> season_type=regular
(?:in )?(?:all|every|any) (?:seasons?|years?)|all time ->
(?:this|the current|current) (?:season|year) -> season=#now
since last (?:season|year) -> since=#now-1
last (?:season|year) -> season=#now-1
(?:over |in )?(?:the )?(?:last|past) (\d) (?:seasons?|years?) -> since=#now-$1+1
(?:in |of |during )?(?:the )?(20\d\d)[-/](\d\d)(?: season)? -> season=$1/$2
(?:from |between )?(20\d\d) (?:to|through|until|and) (20\d\d)(?: seasons?)? -> since=$1 until=$2
(?:since|from) (?:the )?(20\d\d)(?: season)? (?:on|onwards?)|since (?:the )?(20\d\d)(?: season)? -> since=$1$2
(?:in |of |during )?(?:the )?(20\d\d)(?: season)? -> season=$1
weeks? (\d\d?) (?:and |or )?(?:later|on|onwards?|after) -> week_min=$1
weeks? (\d\d?) (?:to|through|until) (?:week )?(\d\d?) -> week_min=$1 week_max=$2
(?:after|since) week (\d\d?) -> week_min=$1+1
(?:before|until) week (\d\d?) -> week_max=$1-1
week (\d\d?) -> week=$1
late in the (?:season|year)|late season -> week_min=13 if weeks
early in the (?:season|year)|early season -> week_max=4 if weeks
`;

const months = monthNames.map((month, at) => {
  const name = month.toLowerCase();
  return `${name === "may" ? "in may" : `(?:in )?${name}`} -> month=${at + 1}`;
});

/** Bettors call the games of the evening night games: the earliest begin a little after half past six. */
const days = Object.entries(weekdayNames).flatMap(([day, name]) => [
  `(?:on )?${name.toLowerCase()}s? (?:nights?|evenings?)(?: football)? -> weekday=${day} start_hour_min=18`,
  `(?:on )?${name.toLowerCase()}s?(?: football)? -> weekday=${day}`,
]);

/** Not in "3 games in 4 nights" and "last night". */
const nights = table`
(?:at |in )?(?:the )?(?<!(?:(?:^| )\d|last|2nd|second|next|same) )(?:nights?|evenings?)(?: games?)? -> start_hour_min=18
(?:in )?(?:the )?(?:day games?|day time|daytime|matinees?) -> start_hour_max=16
(?:in )?(?:the )?afternoons?(?: games?)? -> start_hour_min=12 start_hour_max=16
`;

/** All phrases, each with what it says. */
export const catalogue: readonly string[] = [
  ...[hours, rounds, lastMargins, ...streaks, ...streaksOfTotals, lastGames, places, ...books, markets],
  ...[...sizes, lines, seasons, ...months, ...days, nights],
].flatMap((each) => each.trim().split("\n"));
