/** Rows per insert statement: well below the engines' limits on parameters. */
const rowsPerStatement = 300;

/** The rows in parts that one statement can take. */
export function* insertChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) yield rows.slice(from, from + rowsPerStatement);
}
