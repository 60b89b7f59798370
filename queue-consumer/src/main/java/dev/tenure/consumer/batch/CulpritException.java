package dev.tenure.consumer.batch;

import dev.tenure.consumer.failure.FailureText;

/**
 * Names the write that keeps the others of a transaction from committing. The reason is a field and
 * not the cause of this exception, so that the runner does not repeat the transaction because of
 * the reason's error code.
 */
public final class CulpritException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int index;
  private final boolean effects;
  private final transient Throwable why;

  /**
   * @param effects whether the handler's effects failed, rather than the write about the item
   */
  public CulpritException(int index, boolean effects, Throwable why) {
    super("write " + index + " of the transaction failed: " + FailureText.of(why));
    this.index = index;
    this.effects = effects;
    this.why = why;
  }

  int index() {
    return index;
  }

  public boolean ofEffects() {
    return effects;
  }

  public Throwable why() {
    return why;
  }
}
