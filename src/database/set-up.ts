/** Sets up a connection to a file that may be damaged. */

/**
 * Does the first work on a connection, and closes the connection when that fails. A connection that is left open keeps
 * SQLite's log and its index of the file alive in this process until the garbage collector removes it. The next
 * connection to this path would use them, even when a good file has taken the place of the damaged one.
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
