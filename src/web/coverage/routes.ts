/** `/coverage`: public, because how much there is is not the data itself. */
import { refuseDamaged, sportRows, wholeSport } from "../../query/reach.ts";
import { drawnCoverage } from "../drawings.ts";
import { Problem, page, type Visit } from "../frame/recipe.ts";
import { Html, html } from "../ui/html.ts";
import { sportLabels } from "../ui/words.ts";
import { readChoice } from "./coverage-page.ts";

const description =
  "How many games have opening and closing lines, by sport, season, book and market, and how long before the start they were captured.";
const looks = { current: "/coverage", width: "wide", styles: ["data.css"], description } as const;

export const coveragePage = page({
  at: "/coverage",
  cannot: (status) => [
    status === 400 ? "This is not in the coverage" : "Coverage cannot be shown",
    html`<p><a class="button" href="/coverage">See all coverage</a></p>`,
  ],
  read({ snapshot, query }: Visit) {
    const choice = readChoice(query, sportRows(snapshot));
    if (choice !== null) refuseDamaged(snapshot, wholeSport(choice.sport));
    if (choice === null || snapshot.sports[choice.sport].seasons.length === 0) throw new Problem(200, emptyPage);
    // Browsers ask again after a minute, and are mostly told that nothing has changed.
    return { choice, key: Object.values(choice).join(" "), maxAgeS: 60 };
  },
  async draw({ choice }, visit) {
    const { apiUrl, frame } = visit.site;
    const title = `Coverage of ${sportLabels[choice.sport]} lines - Gradeline`;
    return {
      ...looks,
      title,
      body: new Html(await visit.ask(drawnCoverage, { choice, apiUrl, manageUrl: frame.manageUrl })),
    };
  },
});

const emptyPage = {
  ...looks,
  title: "Coverage - Gradeline",
  body: html`<h1>Coverage</h1>
<p class="lead">Nothing is published yet. What there is stands here after the first publish.</p>`,
};
