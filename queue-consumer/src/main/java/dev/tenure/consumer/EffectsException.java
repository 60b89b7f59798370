package dev.tenure.consumer;

/** An item's effects cannot be committed: its attempt has failed, whatever its handler said. */
final class EffectsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EffectsException(Throwable cause) {
    super("the effects could not be committed", cause);
  }
}
