/** The pages that are made of declarations alone when they are read: every field of every answer, and every column of the files. */
import { type Answer, ErrorAnswer, rowOf } from "../../contract/endpoint.ts";
import { type FileColumn, fileColumnsVersion, fileSetNames, fileSets } from "../../contract/file-sets.ts";
import { changes } from "../../contract/lists/changes.ts";
import { games } from "../../contract/lists/games.ts";
import { endpointAt, pageOfEndpoint } from "./pages.ts";
import { fieldsOf, fieldTable, markdownTable } from "./reference.ts";

/** A row is described once, under the name of its schema, with the endpoints that answer it. */
export function dictionaryMarkdown(): string {
  const answers = [...endpointAt].flatMap(([path, { summary, answer }]) =>
    answer === null
      ? []
      : [{ answer, row: rowOf(answer), endpoint: `[\`${path}\`](${pageOfEndpoint(path)}): ${summary}.` }],
  );
  const inLists = new Set(fieldsOf(rowOf(games.answer as Answer)).map(({ path }) => path));
  const sections = [...Map.groupBy(answers, ({ row }) => row.title)].map(([title, of]) => {
    const fields = of.slice(0, 1).flatMap(({ row }) => fieldsOf(row));
    const isDetail = title === "GameDetail";
    const shown = isDetail ? fields.filter(({ path }) => !inLists.has(path)) : fields;
    const more = isDetail ? " It has these beyond the fields of a game." : "";
    return `## ${title}\n\n${of.map(({ endpoint }) => endpoint).join(" ")}${more}\n\n${fieldTable(shown)}`;
  });
  const ofAnswers = [changes, ...endpointAt.values()].flatMap(({ answer }) =>
    answer === null ? [] : fieldsOf(answer),
  );
  const around = Map.groupBy(ofAnswers, ({ path }) => path.replace(/^data\b.+/, ""));
  around.delete("");
  return `# Data dictionary

Every field of every answer, in the order in which it comes. A dot leads into an object (\`home.score\`), and \`[]\` stands for
each element of a list (\`books[].book\`). Every field is always there, and only those of a type "or null" can be null; when
an object is null, the fields inside it are not there.

In CSV the columns have the same names (without \`[]\`) and the same order as the fields here, and a null cell is empty; the elements
of a list share a cell, joined by \`|\`. What has fields below it has no column of its own. Read columns by name, because new ones may come.

${sections.join("\n\n")}

## Around the rows

Lists answer \`data\`, \`next_cursor\` and \`meta\` with a \`count\`; a single game answers \`data\` and \`meta\` without one. In CSV
the next cursor is in the header \`X-Next-Cursor\`, and the request id in \`X-Request-Id\`. In changes and revisions, \`meta\` has
\`revision\` and \`archive\` too; in CSV they are the headers \`X-Revision\` and \`X-Archive\`.

${fieldTable([...around.values()].flatMap((fields) => fields.slice(0, 1)))}

## Error

The body of every answer whose status is 400 or above. \`param\` is there only when one parameter is at fault.

${fieldTable(fieldsOf(ErrorAnswer))}
`;
}

export function fileColumnsMarkdown(): string {
  const sections = fileSetNames.map((name) => {
    const { list, about, columns } = fileSets[name];
    return `## ${name}\n\nThe rows of \`${list}\`: ${about}.\n\n${markdownTable(["column", "type"], columns.map(columnRow))}`;
  });
  return `# Columns of files

Every column of every [season file](/docs/files), in the order of the file. What one means is what the field of its name means in the
[data dictionary](/docs/fields). These are the columns of version ${fileColumnsVersion}: the \`columns_version\` of a file in \`/v1/files\` rises
when columns come or go, or mean something else. Read columns by name.

In Parquet a name has \`_\` for the dot of CSV. \`TIMESTAMP\` is UTC in milliseconds, and in CSV \`2025-09-05T00:20:00.000Z\`; \`DATE\` is
the slate date; what is null is an empty cell in CSV. The elements of a list share a cell, joined by \`|\`, in both formats.

${sections.join("\n\n")}
`;
}

function columnRow({ csvName, name, type, isNullable }: FileColumn): readonly string[] {
  const column = csvName === null ? `\`${name}\` (Parquet alone)` : `\`${csvName}\``;
  return [column, isNullable ? `${type} or null` : type];
}
