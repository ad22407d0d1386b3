/** "How we know": who states each fact of the game, and what the books' lines were not taken from, with the reason [A-21]. */
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import { doubtRules } from "../../domain/doubt-names.ts";
import { otherRules } from "../../domain/evidence.ts";
import type { Sport } from "../../domain/sports.ts";
import { card } from "../ui/card.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type Row, table } from "../ui/table.ts";
import { bookName, captureText, marketName, periodInWords } from "../ui/words.ts";

const facts: Readonly<Record<EvidenceRow["fact"], string>> = {
  start: "Start",
  score: "Final score, away first",
  period_scores: "Scores by period, away first",
  venue: "Venue",
  official: "Official",
  neutral_site: "Neutral site",
  open: "Open",
  close: "Close",
};

const sentences = new Map<string, string>([...doubtRules, ...otherRules].map(({ name, sentence }) => [name, sentence]));

/** A game of many doubts has hundreds of them; the API has them all. */
const mostShown = 40;

export function evidenceSection(gameId: string, sport: Sport, evidence: readonly EvidenceRow[]): Html {
  // Of lines, what counts stands in the table of the books already.
  const told = evidence.filter(({ book, rule }) => book === null || rule !== null);
  if (told.length === 0) return noHtml;
  const rows = told.slice(0, mostShown).map((row): Row => {
    const { source, value, stated_at: at, used, rule } = row;
    const reason = rule === null ? "It says the same, or is believed after the one that is used." : sentences.get(rule);
    const stated = at === null ? "" : html` <small>${captureText(at)} UTC</small>`;
    const cells = [factText(row, sport), source, html`${value}${stated}`, used ? "Used" : (reason ?? rule ?? "")];
    return { cells, ...(used ? { look: "taken" } : {}) };
  });
  const left = told.length - rows.length;
  return card(
    {
      id: "evidence-title",
      title: "How we know",
      hint: "Who states it, who states otherwise, and why that does not count",
    },
    html`${table({
      name: "Evidence of the game",
      columns: [
        { head: "Fact" },
        { head: "Source" },
        { head: "States", look: "words" },
        { head: "Counts", look: "words" },
      ],
      rows,
    })}
<p class="hint">${left === 0 ? "" : `${left} more are in the API. `}Every book’s open and close has its source in <a href="/docs/evidence"><code>/v1/games/${gameId}/evidence</code></a>.</p>`,
  );
}

function factText({ fact, book, period, market, team }: EvidenceRow, sport: Sport): string {
  if (book === null || period === null || market === null) return facts[fact];
  const priced = team === null ? marketName(market, sport) : `${team} team total`;
  return `${facts[fact]} of ${bookName(book)}, ${priced} of the ${periodInWords(period)}`;
}
