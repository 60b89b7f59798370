package dev.tenure.postgresql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Decides the meaning of an error by its SQLSTATE (PostgreSQL's documentation, appendix A).
 *
 * <pre>
 * 40001, 40P01                        serialization failure, deadlock    repeat: no effect
 * 08001, 08004, 57P03, 53xxx          no connection, no resources        down: no effect
 * 25006, 57014                        read-only server, cancelled        down: no effect
 * other 08, 40, 57, 58                lost connection, shutdown, I/O     down: perhaps an effect
 * any other                                                              the caller's or operator's fault
 * </pre>
 */
enum SqlErrors {
  REPEAT,
  DOWN_WITHOUT_EFFECT,
  DOWN,
  REFUSED;

  static SqlErrors of(SQLException error) {
    String state = state(error);
    if (state == null) {
      return error instanceof SQLTransientConnectionException ? DOWN_WITHOUT_EFFECT : DOWN;
    }
    return switch (state) {
      case "40001", "40P01" -> REPEAT;
      case "08001", "08004", "57P03", "25006", "57014" -> DOWN_WITHOUT_EFFECT;
      default -> ofClass(state.substring(0, Math.min(2, state.length())));
    };
  }

  private static SqlErrors ofClass(String first) {
    return switch (first) {
      case "53" -> DOWN_WITHOUT_EFFECT;
      case "08", "40", "57", "58" -> DOWN;
      default -> REFUSED;
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
