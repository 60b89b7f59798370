package dev.tenure.consumer.failure;

import com.apple.foundationdb.FDBException;
import dev.tenure.record.error.RecordLayerException;
import java.util.OptionalInt;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads exceptions of application code. Their methods may throw, and their causes may form a
 * circle.
 */
public final class ForeignErrors {
  private static final int CAUSES_MAX = 100;

  private ForeignErrors() {}

  /** The error without the wrappers that futures put around it. */
  public static Throwable unwrap(Throwable error) {
    Throwable plain = error;
    for (int i = 0; i < CAUSES_MAX; i++) {
      Throwable inner =
          plain instanceof CompletionException || plain instanceof ExecutionException
              ? cause(plain)
              : null;
      if (inner == null) {
        return plain;
      }
      plain = inner;
    }
    return plain;
  }

  /** The unwrapped error; an error of FoundationDB is given as the record layer's exception. */
  public static Throwable told(Throwable error) {
    Throwable plain = unwrap(error);
    return plain instanceof FDBException ? RecordLayerException.of(plain) : plain;
  }

  /** FoundationDB's code of the error, or of its nearest cause that has a code. */
  public static OptionalInt fdbCode(Throwable error) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < CAUSES_MAX; i++) {
      if (cause instanceof FDBException fdb) {
        return OptionalInt.of(fdb.getCode());
      }
      cause = cause(cause);
    }
    return OptionalInt.empty();
  }

  /** The cause; null when there is none or {@code getCause} throws. */
  static @Nullable Throwable cause(Throwable error) {
    try {
      return error.getCause();
    } catch (Throwable e) { // an exception of the application may throw anything
      return null;
    }
  }
}
