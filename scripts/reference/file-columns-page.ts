/** The dictionary of the columns of season files, from the table by which the files are made. */
import { type FileColumn, fileColumnsVersion, fileSetNames, fileSets } from "../../src/contract/file-sets.ts";

export function fileColumnsPage(): string {
  return `# Columns of files

Every column of every [season file](/docs/files), in the order of the file. What one means is what the field of its name means in the
[data dictionary](/docs/fields). These are the columns of version ${fileColumnsVersion}: the \`columns_version\` of a file in \`/v1/files\` rises
when columns come or go, or mean something else. Read columns by name.

In Parquet a name has \`_\` for the dot of CSV. \`TIMESTAMP\` is UTC in milliseconds, and in CSV \`2025-09-05T00:20:00.000Z\`; \`DATE\` is
the slate date; what is null is an empty cell in CSV. The elements of a list share a cell, joined by \`|\`, in both formats.

${fileSetNames.map(section).join("\n\n")}
`;
}

function section(name: (typeof fileSetNames)[number]): string {
  const { list, about, columns } = fileSets[name];
  const head = ["column", "type"];
  const lines = [head, head.map(() => "---"), ...columns.map(cellsOf)].map((cells) => `| ${cells.join(" | ")} |`);
  return `## ${name}\n\nThe rows of \`${list}\`: ${about}.\n\n${lines.join("\n")}`;
}

function cellsOf({ csvName, name, type, isNullable }: FileColumn): string[] {
  const column = csvName === null ? `\`${name}\` (Parquet alone)` : `\`${csvName}\``;
  return [column, isNullable ? `${type} or null` : type];
}
