/** Setting up a connection to a file that may be damaged. */

/**
 * Does the first work on a connection, which is closed when that fails. Until the garbage collector comes by, one that is
 * left open keeps SQLite's log and its index of the file alive in this process, and whoever opens the file next reads it
 * by them: also when a good file has taken its place.
 */
export function setUp<Connection extends { close(): void }>(
  connection: Connection,
  work: (connection: Connection) => void,
): Connection {
  try {
    work(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
