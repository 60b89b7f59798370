package dev.tenure.consumer;

/** Which of the ends in a transaction can never succeed, and keeps the others from committing. */
final class CulpritException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int index;
  private final boolean effects;

  /**
   * @param effects whether its effects failed, and not the end itself
   */
  CulpritException(int index, boolean effects, Throwable cause) {
    super("end " + index + " of the transaction failed: " + cause.getMessage(), cause);
    this.index = index;
    this.effects = effects;
  }

  int index() {
    return index;
  }

  /** What the end is to be told. */
  Throwable verdict() {
    Throwable cause = getCause();
    Throwable told = cause == null ? this : cause;
    return effects ? new EffectsException(told) : told;
  }
}
