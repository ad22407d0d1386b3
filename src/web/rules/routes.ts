/** `/rules`: how bets are settled [A-20], each rule with a bet that it settled. */
import type { BetRow } from "../../contract/lists/bets.ts";
import { type HouseRule, houseRules, unknownToRules } from "../../domain/house-rules.ts";
import { sportFacts } from "../../domain/sports.ts";
import { ruleExamples } from "../../query/questions/rule-examples.ts";
import { openTo } from "../explore/question.ts";
import { page, type Visit } from "../frame/recipe.ts";
import type { GameSite } from "../game/routes.ts";
import { type Html, html } from "../ui/html.ts";
import { card, table } from "../ui/parts.ts";
import { betTypeName, bookName, lineText, listText, sportLabels } from "../ui/words.ts";

export const rulesPage = page({
  at: "/rules",
  cannot: "The rules cannot be shown",
  async read(visit: Visit<GameSite>) {
    return { isOpen: await openTo(visit), key: String((await visit.member()) !== null) };
  },
  draw({ isOpen }, { snapshot }) {
    const examples = ruleExamples(snapshot, isOpen);
    const rows = houseRules.map((rule) => {
      const leagues = listText(rule.sports.map((sport) => sportLabels[sport]));
      const books = rule.books === null ? "" : `, ${listText(rule.books.map(bookName))} alone`;
      const name = html`<code id="${rule.name}">${rule.name}</code><br>${leagues}${books}`;
      return [name, rule.sentence, exampleText(rule, examples.get(rule.name)), rule.source];
    });
    const second = ["Such a bet", "Source"].map((head) => ({ head, look: "second" }));
    const columns = ["Rule", "What it says", ...second];
    return {
      current: null,
      width: "wide",
      styles: ["data.css"],
      title: "House rules - Gradeline",
      description:
        "How US books settle bets, and Gradeline with them: which score decides, when the stake comes back, and a game for each rule.",
      body: html`<h1>House rules</h1>
<p class="lead">A bet is settled as US books settle it, by the first of these rules that fits it. The stake of a <b>void</b> bet comes back, and in records it is no bet. Where no book is named, the rule is the common one; it holds, too, for books whose own rule is not known here. <a href="/docs/bets#house-rules">rules=score</a> settles by the period's score alone.</p>
${card({ id: "rules-title", title: "The rules" }, table({ name: "House rules", look: "two-lines", columns, rows }))}
${card(
  { id: "unknown-title", title: "What is not known here" },
  html`<ul>${unknownToRules.map((each) => html`<li>${each}</li>`)}</ul>`,
)}`,
    };
  },
});

function exampleText(rule: HouseRule, row: BetRow | undefined): Html {
  const isNeverOfficial = rule.sports.every((sport) => (rule.below?.[1] ?? 99) < sportFacts[sport].officialPeriods);
  if (row === undefined && isNeverOfficial) return html`None: so short a game is not official, and is not published.`;
  if (row === undefined) return html`None in the seasons that are open here.`;
  const { game_id, away, home, game_date, bet_type, side_team, selection, market, close, score, book_name } = row;
  const result = row.result.close ?? "ungraded";
  const became = { push: "was a push", void: "is void", won: "won", lost: "lost", ungraded: "ungraded" }[result];
  const side = side_team === null || market === "team_total" ? [side_team ?? "", selection] : [side_team];
  const bet = [...side, betTypeName(bet_type), close.line === null ? "" : lineText(close.line, market)];
  return html`<a href="/games/${game_id}">${away ?? ""} at ${home ?? ""}, ${game_date}</a>: ${bet.filter((each) => each !== "").join(" ")} (${book_name}) ${became}, by ${score.away}–${score.home}`;
}
