/** The data dictionary: every field of every answer, from the same schemas that the OpenAPI description is made of. */

import { componentSchemas } from "../../src/api/openapi/schemas.ts";
import { betColumns, columnsOf, gameColumns, lineColumns, oddsColumns } from "../../src/archive/csv.ts";
import { changeColumns, revisionColumns } from "../../src/archive/shapes-changes.ts";
import { gameIdsColumns, teamIdsColumns } from "../../src/archive/shapes-ids.ts";
import { PeriodOddsRow, PeriodRow } from "../../src/archive/shapes-periods.ts";
import { coverageColumns } from "../../src/shelf/coverage-page.ts";
import { trendColumns } from "../../src/shelf/trends/page.ts";
import { type Field, fieldsOf as fieldTree, flattened } from "../../src/web/docs/reference/fields.ts";
import type { Schemas } from "../../src/web/docs/reference/open-api.ts";

const schemas = componentSchemas() as unknown as Schemas;

/** Every field of a component, in the order of the answers. */
export function fieldsOf(component: string): readonly Field[] {
  return flattened(fieldTree(schemas, component));
}

function typeText({ type, values }: Field): string {
  return values?.map((value) => `\`${value}\``).join(", ") ?? type;
}

function table(fields: readonly Field[], columns: readonly { readonly name: string }[] = []): string {
  const hasCsv = columns.length > 0;
  const head = ["field", "type", "null", ...(hasCsv ? ["CSV column"] : []), "meaning"];
  const rows = fields.map((field) => {
    const { path, isNullable, meaning } = field;
    const column = columns.findIndex(({ name }) => name === path.replaceAll("[]", "")) + 1;
    const csv = hasCsv ? [column === 0 ? "-" : String(column)] : [];
    return [`\`${path}\``, typeText(field), isNullable ? "may be" : "never", ...csv, meaning.replaceAll("|", "\\|")];
  });
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function fieldsPage(): string {
  const inLists = new Set(fieldsOf("Game").map(({ path }) => path));
  const extras = fieldsOf("GameDetail").filter(({ path }) => !inLists.has(path));
  return `# Data dictionary

Every field of every answer, in the order in which it comes. A dot leads into an object (\`home.score\`), and \`[]\` stands for
each element of a list (\`books[].book\`). Every field is always there. "May be" says that its value can be null; when an
object is null, the fields inside it are not there.

In CSV the columns have the same names as the fields here, and a null cell is empty. The number of the column is given for
orientation: read columns by name, because new ones may come. Objects have no column of their own.

## Game

A row of \`/v1/games\`. \`/v1/games/{game_id}\` has all of these fields too.

${table(fieldsOf("Game"), gameColumns)}

## GameDetail

What \`/v1/games/{game_id}\` has beyond the fields of a game. Only JSON. Of \`period_scores\`, only the periods that exist are
there.

${table(extras)}

## OddsRow

A row of \`/v1/odds\`: one game and one book.

${table(fieldsOf("OddsRow"), oddsColumns)}

## BetRow

A row of \`/v1/bets\`: one selection of one bet type of one game, at one book or at the consensus. [Bets](/docs/bets) has the
rules.

${table(fieldsOf("BetRow"), betColumns)}

## TrendRow

A row of \`/v1/trends\`: all bets of a set, or one group of them. [Trends](/docs/trends) says how each number is made.

${table(fieldsOf("TrendRow"), trendColumns)}

## PeriodRow

A row of \`/v1/periods\`: one game and one [period](/docs/periods) that was played.

${table(fieldsOf("PeriodRow"), columnsOf(PeriodRow))}

## PeriodOddsRow

A row of \`/v1/period_odds\`: one game, one [period](/docs/periods) and one book.

${table(fieldsOf("PeriodOddsRow"), columnsOf(PeriodOddsRow))}

## GameIds

A row of \`/v1/ids/games\`: one game and its ids at other sources. A list is one cell of CSV, joined by \`|\`.

${table(fieldsOf("GameIds"), gameIdsColumns)}

## TeamIds

A row of \`/v1/ids/teams\`: one team and its present ids and names at other sources. A list is one cell of CSV, joined by \`|\`.

${table(fieldsOf("TeamIds"), teamIdsColumns)}

## Book

A row of \`/v1/books\`. Only JSON.

${table(fieldsOf("Book"))}

## Coverage

A row of \`/v1/coverage\`: one season, period, market and book.

${table(fieldsOf("Coverage"), coverageColumns)}

## LineRow

A row of \`/v1/games/{game_id}/lines\`: captures in a row that show the same line and the same prices.

${table(fieldsOf("LineRow"), lineColumns)}

## Change

A row of \`/v1/changes\`: one game in one revision. In CSV, the elements of \`fields\` share a cell with \`|\` between them; \`from\`
and \`to\` are written as JSON, so that a text and a number can be told apart.

${table(fieldsOf("Change"), changeColumns)}

## Revision

A row of \`/v1/revisions\`. In CSV, the seasons share a cell with \`|\` between them.

${table(fieldsOf("Revision"), revisionColumns)}

## Sport

A row of \`/v1/sports\`. Only JSON.

${table(fieldsOf("Sport"))}

## Season

A row of \`/v1/seasons\`. Only JSON.

${table(fieldsOf("Season"))}

## Team

A row of \`/v1/teams\`. Only JSON.

${table(fieldsOf("Team"))}

## Around the rows

Lists answer \`data\`, \`next_cursor\` and \`meta\` with a \`count\`; a single game answers \`data\` and \`meta\` without one. In CSV
the next cursor is in the header \`X-Next-Cursor\`, and the request id in \`X-Request-Id\`. In changes and revisions, \`meta\` has
\`revision\` and \`archive\` too; in CSV they are the headers \`X-Revision\` and \`X-Archive\`.

${table([...fieldsOf("ChangeList").filter(({ path }) => !path.startsWith("data[]"))])}

## Error

The body of every answer whose status is 400 or above. \`param\` is there only when one parameter is at fault.

${table(fieldsOf("Error"))}
`;
}
