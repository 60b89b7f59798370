package dev.tenure.externalpostgresql;

import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL refused a statement: tables are missing or of another format, rights are missing, or
 * effects of a handler were wrong. A repetition fails in the same way.
 */
public final class PostgresStoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PostgresStoreException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
