package dev.tenure.postgresql;

/**
 * Says that PostgreSQL refused a statement for a permanent reason: missing tables or rights,
 * another format, a damaged row. A database that cannot be reached fails calls with {@code
 * ShardDownException} instead.
 */
public final class PostgresShardException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PostgresShardException(String message, Throwable cause) {
    super(message, cause);
  }

  PostgresShardException(String message) {
    super(message);
  }
}
