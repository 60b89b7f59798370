package dev.tenure.postgresql;

import java.sql.Connection;
import java.sql.SQLException;

/** Work on a connection, which may run several times. */
@FunctionalInterface
interface SqlWork<T> {

  /**
   * Does the work. Before its first change takes effect, it calls {@link SqlCall#announceChange}.
   */
  T run(Connection connection, SqlCall<T> call) throws SQLException;
}
