/** `/coverage`: public, because how much there is is not the data itself. */

import { refuseDamaged, sportRows, wholeSport } from "../../query/reach.ts";
import { drawnCoverage } from "../drawings.ts";
import { Problem, page, type Visit } from "../frame/recipe.ts";
import { Html, html } from "../ui/html.ts";
import { sportLabels } from "../ui/words.ts";
import { coverageDescription, readChoice } from "./coverage-page.ts";

const looks = { current: "/coverage", width: "wide", styles: ["data.css"] } as const;

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
    return {
      ...looks,
      title: `Coverage of ${sportLabels[choice.sport]} lines - Gradeline`,
      description: coverageDescription,
      body: new Html(await visit.ask(drawnCoverage, { choice, apiUrl, manageUrl: frame.manageUrl })),
    };
  },
});

const emptyPage = {
  ...looks,
  title: "Coverage - Gradeline",
  description: coverageDescription,
  body: html`<h1>Coverage</h1>
<p class="lead">Nothing is published yet. What there is stands here after the first publish.</p>`,
};
