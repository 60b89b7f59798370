package dev.tenure.externalpostgresql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of an error for a call, by its SQLSTATE (PostgreSQL's documentation, appendix A).
 *
 * <pre>
 * 40001, 40P01           serialization failure, deadlock                repeat: no effect
 * 08, 40, 53, 57, 58     no connection, no resources, shutdown, I/O     the database does not answer
 * 25006                  a read-only server                             the database does not answer
 * any other              the fault of the statement, or of the operator
 * </pre>
 */
enum StoreErrors {
  REPEAT,
  DOWN,
  REFUSED;

  static StoreErrors of(SQLException error) {
    String state = state(error);
    if (state == null) {
      return error instanceof SQLTransientConnectionException ? DOWN : REFUSED;
    }
    if (state.equals("40001") || state.equals("40P01")) {
      return REPEAT;
    }
    return switch (state.substring(0, Math.min(2, state.length()))) {
      case "08", "40", "53", "57", "58" -> DOWN;
      default -> state.equals("25006") ? DOWN : REFUSED;
    };
  }

  /** The SQLSTATE of the error, or of its nearest cause that has one. */
  private static @Nullable String state(SQLException error) {
    Throwable each = error;
    for (int depth = 0; each != null && depth < 10; depth++) {
      if (each instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
      each = each.getCause();
    }
    return null;
  }
}
