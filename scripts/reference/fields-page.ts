/** The data dictionary: every field of every answer, from the same schemas that the OpenAPI description is made of. */
import { componentSchemas } from "../../src/api/openapi/components.ts";
import { type AnswerField, answerFields, flatFields } from "../../src/web/docs/reference/fields.ts";
import type { OpenApiSchemas } from "../../src/web/docs/reference/open-api.ts";

const schemas = componentSchemas() as unknown as OpenApiSchemas;

/** Every field of a component, in the order of the answers. */
export function dictionaryFields(component: string): readonly AnswerField[] {
  return flatFields(answerFields(schemas, component));
}

function typeText({ type, values, isNullable }: AnswerField): string {
  const text = values?.map((value) => `\`${value}\``).join(", ") ?? type;
  return isNullable ? `${text} or null` : text;
}

function table(fields: readonly AnswerField[]): string {
  const rows = fields.map((field) => [`\`${field.path}\``, typeText(field), field.meaning.replaceAll("|", "\\|")]);
  const head = ["field", "type", "meaning"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const oneCell = "A list is one cell of CSV, joined by `|`.";

/** The rows of all lists but the games', with a word about each. */
const rowTexts = {
  OddsRow: "A row of `/v1/odds`: one game and one book.",
  SnapshotRow:
    "A row of `/v1/snapshots`: a line at [a moment](/docs/snapshots) before the start, at one book or at the consensus.",
  BetRow:
    "A row of `/v1/bets`: one selection of one bet type of one game, at one book or at the consensus. [Bets](/docs/bets) has the\n" +
    "rules.",
  TrendRow:
    "A row of `/v1/trends`: all bets of a set, or one group of them. [Trends](/docs/trends) says how each number is made.",
  TeamGameRow: "A row of `/v1/team_games`: one game seen from one of its teams. [Form](/docs/form) has the rules.",
  PeriodRow: "A row of `/v1/periods`: one game and one [period](/docs/periods) that was played.",
  PeriodOddsRow: "A row of `/v1/period_odds`: one game, one [period](/docs/periods) and one book.",
  GameIds: `A row of \`/v1/ids/games\`: one game and its ids at other sources. ${oneCell}`,
  TeamIds: `A row of \`/v1/ids/teams\`: one team and its present ids and names at other sources. ${oneCell}`,
  Book: "A row of `/v1/books`. Only JSON.",
  SeasonFile: "A row of `/v1/files`: one [file of a season](/docs/files).",
  Coverage: "A row of `/v1/coverage`: one season, period, market and book.",
  LineRow: "A row of `/v1/games/{game_id}/lines`: captures in a row that show the same line and the same prices.",
  Change:
    "A row of `/v1/changes`: one game in one revision. In CSV, the elements of `fields` share a cell with `|` between them; `from`\n" +
    "and `to` are written as JSON, so that a text and a number can be told apart.",
  Revision: "A row of `/v1/revisions`. In CSV, the seasons share a cell with `|` between them.",
  Sport: "A row of `/v1/sports`. Only JSON.",
  Season: "A row of `/v1/seasons`. Only JSON.",
  Team: "A row of `/v1/teams`. Only JSON.",
};

function section([name, words]: readonly [name: string, words: string]): string {
  return `## ${name}\n\n${words}\n\n${table(dictionaryFields(name))}`;
}

export function fieldsPage(): string {
  const inLists = new Set(dictionaryFields("Game").map(({ path }) => path));
  const extras = dictionaryFields("GameDetail").filter(({ path }) => !inLists.has(path));
  return `# Data dictionary

Every field of every answer, in the order in which it comes. A dot leads into an object (\`home.score\`), and \`[]\` stands for
each element of a list (\`books[].book\`). Every field is always there, and only those of a type "or null" can be null; when
an object is null, the fields inside it are not there.

In CSV the columns have the same names (without \`[]\`) and the same order as the fields here, and a null cell is empty. What has
fields below it has no column of its own. Read columns by name, because new ones may come.

${section(["Game", "A row of `/v1/games`. `/v1/games/{game_id}` has all of these fields too."])}

## GameDetail

What \`/v1/games/{game_id}\` has beyond the fields of a game. Only JSON. Of \`period_scores\`, only the periods that exist are
there.

${table(extras)}

${Object.entries(rowTexts).map(section).join("\n\n")}

## Around the rows

Lists answer \`data\`, \`next_cursor\` and \`meta\` with a \`count\`; a single game answers \`data\` and \`meta\` without one. In CSV
the next cursor is in the header \`X-Next-Cursor\`, and the request id in \`X-Request-Id\`. In changes and revisions, \`meta\` has
\`revision\` and \`archive\` too; in CSV they are the headers \`X-Revision\` and \`X-Archive\`.

${table(dictionaryFields("ChangeList").filter(({ path }) => !path.startsWith("data[]")))}

## Error

The body of every answer whose status is 400 or above. \`param\` is there only when one parameter is at fault.

${table(dictionaryFields("Error"))}
`;
}
