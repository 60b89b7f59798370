package dev.tenure.spring;

import org.jspecify.annotations.Nullable;

/**
 * A call of {@link TenureTemplate} did not end within its time limit. The message names the run,
 * the tenant and the limit. No further attempt begins.
 */
public final class TimeLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean maybeCommitted;

  /**
   * Creates the exception.
   *
   * @param cause the error of the last attempt that was repeated; null when none was
   */
  public TimeLimitException(String message, boolean maybeCommitted, @Nullable Throwable cause) {
    super(message, cause);
    this.maybeCommitted = maybeCommitted;
  }

  /** Whether the transaction may have been committed nevertheless, or may still be. */
  public boolean maybeCommitted() {
    return maybeCommitted;
  }
}
