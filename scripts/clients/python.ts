/** The types of rows, the filters and the lists of the Python client as src/contract/ has them. */
import type { TSchema } from "typebox";
import { type Column, columnsOf } from "../../src/contract/csv.ts";
import { documentedPath, type Endpoint, rowOf } from "../../src/contract/endpoint.ts";
import { fileFormats, fileSetNames } from "../../src/contract/file-sets.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { type AnySchema, withoutNull } from "../../src/contract/members.ts";
import { sports } from "../../src/domain/sports.ts";

const made = (about: string) => `"""${about} scripts/write-clients.ts makes this file of src/contract/."""\n`;

/** The method of each endpoint; the others answer with bytes or with what there is. */
const methodNames: Readonly<Record<string, string>> = {
  "/ids/games": "game_ids",
  "/ids/teams": "team_ids",
  "/games/:game_id": "game",
  "/games/:game_id/lines": "lines",
  "/games/:game_id/evidence": "evidence",
};

/** The client pages and chooses the format by itself. */
const ownParameters = new Set(["limit", "cursor", "format"]);

const methods = endpoints.flatMap((endpoint) => {
  const { path, answer } = endpoint;
  if (answer === null || answer.title === "ContentsAnswer" || answer.title === "FileLinkAnswer") return [];
  return [{ endpoint: endpoint as Endpoint, name: methodNames[path] ?? path.slice(1), answer }];
});

const titleOf = (schema: AnySchema): string => schema.title ?? "";

/** The type of a value in the words of `typing`. Named objects are classes of rows.py. */
function typeOf(schema: AnySchema): string {
  const own = withoutNull(schema);
  const isNullable = own !== schema;
  return isNullable ? `Optional[${plainType(own)}]` : plainType(own);
}

function plainType({ enum: values, type, items, title }: AnySchema): string {
  if (values !== undefined) return `Literal[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
  if (items !== undefined) return `List[${typeOf(items)}]`;
  if (title !== undefined) return title;
  return { string: "str", integer: "int", number: "float", boolean: "bool" }[type ?? ""] ?? "Any";
}

/** The named objects below a schema, each behind those that it is made of. */
function collect(schema: AnySchema, found: Map<string, AnySchema>): void {
  const own = withoutNull(schema);
  for (const member of [...Object.values(own.properties ?? {}), ...(own.items === undefined ? [] : [own.items])]) {
    collect(member, found);
  }
  if (own.title !== undefined && own.properties !== undefined) found.set(own.title, own);
}

const keywords = new Set(["from", "in", "is", "class", "def", "not", "or", "and"]);
const isName = (name: string): boolean => /^[a-z_]\w*$/i.test(name) && !keywords.has(name);

function rowClass(name: string, { description, properties = {}, ...schema }: AnySchema): string {
  const required = new Set((schema as { readonly required?: readonly string[] }).required ?? []);
  const members = Object.entries(properties);
  const total = members.some(([member]) => required.has(member)) ? "" : ", total=False";
  // Names such as "1h" and "from" cannot be written as members of a class.
  if (!members.every(([member]) => isName(member))) {
    const lines = members.map(([member, of]) => `        ${JSON.stringify(member)}: ${JSON.stringify(typeOf(of))},`);
    return `${name} = TypedDict(\n    ${JSON.stringify(name)},\n    {\n${lines.join("\n")}\n    }${total},\n)\n`;
  }
  const lines = members.map(([member, of]) => `    ${member}: ${typeOf(of)}`);
  return `class ${name}(TypedDict${total}):\n    """${description}"""\n\n${lines.join("\n")}\n`;
}

function rowsText(): string {
  const found = new Map<string, AnySchema>();
  for (const { answer } of methods) collect(rowOf(answer), found);
  return [
    made("The rows of every list, as JSON has them."),
    "from __future__ import annotations\n",
    "from typing import Any, List, Literal, Optional, TypedDict\n",
    ...[...found].map(([name, schema]) => `\n${rowClass(name, schema)}`),
  ].join("\n");
}

/** The column of a leaf: several values share a cell, and times are read as such. */
function columnType(row: AnySchema, { path, type }: Column): string {
  let schema = row;
  for (const name of path) {
    schema = withoutNull(schema).properties?.[name] ?? {};
    if (withoutNull(schema).items !== undefined) return type === "json" ? "json list" : "list";
  }
  return withoutNull(schema).format === "date-time" ? "time" : type;
}

function columnsText(): string {
  const lists = methods.filter(({ endpoint }) => endpoint.hasCsv);
  const tables = lists.map(({ endpoint, answer }) => {
    const row = rowOf(answer);
    const lines = columnsOf(row as TSchema).map(
      (column) => `        ${JSON.stringify(column.name)}: ${JSON.stringify(columnType(row, column))},`,
    );
    return `    ${JSON.stringify(documentedPath(endpoint.path))}: {\n${lines.join("\n")}\n    },`;
  });
  return [
    made("The columns of every list that has CSV, in its order, each with the kind of its values."),
    "from typing import Dict\n",
    `columns_by_path: Dict[str, Dict[str, str]] = {\n${tables.join("\n")}\n}\n`,
  ].join("\n");
}

function filtersName(name: string): string {
  return `${name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Filters`;
}

function parameterType(schema: unknown): string {
  const { enum: values, type } = schema as AnySchema;
  if (values !== undefined) return plainType({ enum: values });
  if (type === "integer") return "int";
  if (type === "number") return "float";
  return type === "boolean" ? "bool" : "Words";
}

function filtersText(): string {
  const classes = methods.flatMap(({ name, endpoint }) => {
    const filters = Object.entries(endpoint.parameters).filter(([parameter]) => !ownParameters.has(parameter));
    if (filters.length === 0) return [];
    const lines = filters.map(
      ([parameter, { schema }]) => `    ${isName(parameter) ? parameter : `${parameter}_`}: ${parameterType(schema)}`,
    );
    const about = `    """The filters of ${documentedPath(endpoint.path)}."""`;
    return [`\nclass ${filtersName(name)}(TypedDict, total=False):\n${about}\n\n${lines.join("\n")}\n`];
  });
  return [
    made("The filters of every list; a name that Python keeps for itself ends in `_`: `from_`."),
    "from __future__ import annotations\n",
    "from datetime import date",
    "from typing import Literal, Sequence, TypedDict, Union\n",
    "# Several values are joined by commas, and a date is written as the API wants it.",
    "Words = Union[str, int, date, Sequence[Union[str, int]]]\n",
    ...classes,
  ].join("\n");
}

function listsText(): string {
  const texts = methods.map(({ name, endpoint: { sentence, path, parameters, isPaged }, answer }) => {
    const hasFilters = Object.keys(parameters).some((parameter) => !ownParameters.has(parameter));
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, word = ""]) => word);
    const taken = ["self", ...inPath.map((word) => `${word}: str`)];
    if (hasFilters) taken.push(`**filters: Unpack[filters_of.${filtersName(name)}]`);
    const where = inPath.reduce((text, word) => text.replace(`{${word}}`, `{in_path(${word})}`), documentedPath(path));
    const address = inPath.length > 0 ? `f"${where}"` : `"${where}"`;
    const row = `rows.${titleOf(rowOf(answer))}`;
    const isList = answer.title.endsWith("List");
    const call = isList
      ? `self._list(${address}, ${hasFilters ? "dict(filters)" : "{}"}, ${isPaged ? "True" : "False"})`
      : `self._one(${address})`;
    return [
      `    def ${name}(${taken.join(", ")}) -> ${isList ? `Rows[${row}]` : row}:`,
      `        """${sentence}"""`,
      `        return ${isList ? call : `cast(${row}, ${call})`}`,
    ].join("\n");
  });
  return [
    made("A method for every list, and for the single game."),
    "from __future__ import annotations\n",
    "from typing import TYPE_CHECKING, Any, Dict, cast\n",
    "from .paging import Rows, in_path\n",
    "if TYPE_CHECKING:\n    from typing_extensions import Unpack\n\n    from . import filters as filters_of\n    from . import rows\n\n",
    "class Lists:",
    '    """Each method returns the rows of a list, which are asked for when they are read."""\n',
    "    def _list(self, path: str, filters: Dict[str, Any], is_paged: bool) -> Rows[Any]:\n        raise NotImplementedError\n",
    "    def _one(self, path: str) -> Any:\n        raise NotImplementedError\n",
    `${texts.join("\n\n")}\n`,
  ].join("\n");
}

/** Names that arguments of commands are compared with. */
function namesText(): string {
  const list = (name: string, values: readonly string[]) =>
    `${name} = [${values.map((value) => JSON.stringify(value)).join(", ")}]`;
  return [
    made("The names of sports, data sets and formats."),
    list("sports", sports),
    list("data_sets", fileSetNames),
    `${list("formats", fileFormats)}\n`,
  ].join("\n");
}

/** The text of each file, by its path below clients/. */
export const pythonFiles: Readonly<Record<string, () => string>> = {
  "python/gradeline/rows.py": rowsText,
  "python/gradeline/columns.py": columnsText,
  "python/gradeline/filters.py": filtersText,
  "python/gradeline/lists.py": listsText,
  "python/gradeline/names.py": namesText,
};
