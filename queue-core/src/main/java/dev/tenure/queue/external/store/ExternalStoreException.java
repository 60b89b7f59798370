package dev.tenure.queue.external.store;

import dev.tenure.queue.QueueException;
import org.jspecify.annotations.Nullable;

/** An external store does not answer, or not in time. */
public final class ExternalStoreException extends QueueException {
  private static final long serialVersionUID = 1L;

  private final boolean maybeDone;

  /**
   * @param maybeDone whether the operation may have taken place
   */
  public ExternalStoreException(String message, boolean maybeDone, @Nullable Throwable cause) {
    super(Code.EXTERNAL_STORE_UNAVAILABLE, message, cause);
    this.maybeDone = maybeDone;
  }

  @Override
  public boolean maybeCommitted() {
    return maybeDone;
  }
}
