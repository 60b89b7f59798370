package dev.tenure.record.global;

import org.jspecify.annotations.Nullable;

/**
 * A shard did not answer, or refused. Implementations of {@link Shard} fail their futures with it.
 */
public final class ShardDownException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean maybeWritten;

  /**
   * @param maybeWritten whether the write may have taken place in spite of the failure
   */
  public ShardDownException(String message, boolean maybeWritten, @Nullable Throwable cause) {
    super(message, cause);
    this.maybeWritten = maybeWritten;
  }

  public boolean maybeWritten() {
    return maybeWritten;
  }
}
