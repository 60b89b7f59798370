package dev.tenure.consumer.batch;

import dev.tenure.consumer.failure.FailureText;

/**
 * Which of a transaction's writes keeps the others from committing. Why is no cause of this
 * exception, so that the transaction is not repeated for the error's code.
 */
public final class CulpritException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int index;
  private final boolean effects;
  private final transient Throwable why;

  /**
   * @param effects whether effects of the handler failed, and not the write about the item
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
