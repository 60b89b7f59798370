package dev.tenure.queue.move;

import dev.tenure.queue.QueueException;
import java.time.Duration;

/** The source was closed for too long, and was opened again. */
final class TookTooLongException extends QueueException {
  private static final long serialVersionUID = 1L;

  TookTooLongException(Duration limit) {
    super(
        Code.TENANT_MOVING,
        "the handover took longer than "
            + limit
            + ": the source serves the tenant, and the move can be resumed");
  }
}
