/** The file of what sources state of the games, and of the quotes that no line is made of. */
import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import { evidenceFileColumns } from "../../contract/release-columns.ts";
import type { GameFileKind } from "./game-file.ts";

/** The columns of the members of a row. */
const ofRow = evidenceFileColumns.filter(({ name }) => name !== "game_id");

export const statementsKind: GameFileKind<string, readonly EvidenceRow[]> = {
  dataSet: "evidence",
  rowsOfGroup: 4_000,
  countOf: ({ statements }) => statements.length,
  setRows(columns, row, { statements }) {
    for (const { name, type } of ofRow) {
      for (const [at, statement] of statements.entries()) {
        const value = statement[name as keyof EvidenceRow];
        const cells = columns[name] ?? [];
        cells[row + at] = type === "TIMESTAMP" && value !== null ? Date.parse(value as string) : value;
      }
    }
  },
  read: ofRow.map(({ name }) => name),
  make({ columns, from, to }) {
    return Array.from({ length: to - from }, (_, at) => {
      const members = ofRow.map(({ name, type }) => {
        const cell = columns[name]?.[from + at] ?? null;
        return [name, type === "TIMESTAMP" && cell !== null ? new Date(cell as number).toISOString() : cell];
      });
      return Object.fromEntries(members) as EvidenceRow;
    });
  },
};
