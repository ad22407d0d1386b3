/** The page of all endpoints: what the Markdown of the reference says first, then one line for each endpoint. */
import { html } from "ghtml";
import { headingHtml, type RenderedArticle, renderInline, renderMarkdown } from "../markdown.ts";
import { endpointSummary, groupTitle } from "./endpoint-page.ts";
import type { EndpointGroup } from "./endpoints.ts";

const groupAnchor = (name: string) => `group-${name.toLowerCase()}`;

/** @param markdown ends with a table of the endpoints, in the place of which the page has its groups. */
export function referenceOverview(markdown: string, groups: readonly EndpointGroup[]): RenderedArticle {
  const intro = renderMarkdown(markdown.slice(0, markdown.search(/^\| endpoint /m)));
  const lists = groups.map(
    ({
      name,
      description,
      endpoints,
    }) => html`!${headingHtml(2, groupAnchor(name), groupTitle({ name }))}<p>!${renderInline(description)}</p>
<ul class="endpoints">
!${endpoints.map(
      (endpoint) =>
        html`<li><a href="${endpoint.page}"><span class="method">GET</span> <code>${endpoint.path}</code></a> <span>${endpointSummary(endpoint)}</span></li>
`,
    )}</ul>
`,
  );
  const headings = groups.map(({ name }) => ({ id: groupAnchor(name), text: groupTitle({ name }), depth: 2 }));
  return { html: html`!${intro.html}!${lists}`, headings: [...intro.headings, ...headings] };
}
