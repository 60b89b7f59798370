package dev.tenure.record.global.settings;

import dev.tenure.record.error.RecordLayerException;

/**
 * An operation had no effect, because the stored definitions of keys are not those that it used.
 */
public final class OldKeysException extends RecordLayerException {
  private static final long serialVersionUID = 1L;

  private OldKeysException(Code code, String message) {
    super(code, message);
  }

  /**
   * The error of an operation during which the lease of the keys ended. The operation may be
   * retried.
   */
  static OldKeysException expired(StoredKeys keys) {
    return new OldKeysException(
        Code.COMMIT_CONFLICT,
        "the operation used version "
            + keys.version()
            + " of the keys, which was read more than "
            + keys.lease()
            + " ago");
  }

  /**
   * The error of a write by a process that was built for other keys. Such a process can only read
   * and delete.
   */
  static OldKeysException unknown(String name, StoredKeys keys) {
    return new OldKeysException(
        Code.METADATA_NEWER,
        "version "
            + keys.version()
            + " of the keys has the key "
            + name
            + ", which this process does not know, or not as it is stored");
  }

  @Override
  public boolean retryable() {
    return code() == Code.COMMIT_CONFLICT;
  }

  /** The exception that the protocol has wrapped; the error itself when it wraps none. */
  public static Throwable within(Throwable error) {
    for (Throwable each = error; each != null; each = each.getCause()) {
      if (each instanceof OldKeysException) {
        return each;
      }
    }
    return error;
  }
}
