package dev.tenure.consumer;

/** Which of a transaction's writes can never succeed, and keeps the others from committing. */
final class CulpritException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int index;
  private final boolean effects;

  /**
   * @param effects whether effects of the handler failed, and not the write about the item
   */
  CulpritException(int index, boolean effects, Throwable cause) {
    super("write " + index + " of the transaction failed: " + cause.getMessage(), cause);
    this.index = index;
    this.effects = effects;
  }

  int index() {
    return index;
  }

  /** What the write is to be told. */
  Throwable verdict() {
    Throwable cause = getCause();
    Throwable told = cause == null ? this : cause;
    return effects ? new EffectsException(told) : told;
  }
}
