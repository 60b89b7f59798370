package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.key.PackedDepth;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tuples in stored bytes, which may be of any kind. */
public final class StoredTuple {
  /** Deeper than any that is written: a list of columns in a primary key in a key. */
  private static final int NESTING_MAX = 70;

  private StoredTuple() {}

  /**
   * The tuple in the bytes behind a prefix.
   *
   * @param where for errors: the store and the key
   * @throws RecordLayerException DAMAGED when there is none
   */
  public static Tuple decode(byte[] bytes, int prefixLength, Supplier<String> where) {
    byte[] packed = Arrays.copyOfRange(bytes, prefixLength, bytes.length);
    int depth = PackedDepth.of(packed);
    if (depth > NESTING_MAX) {
      throw damaged("is nested " + depth + " deep, the limit is " + NESTING_MAX, where, null);
    }
    try {
      return Tuple.fromBytes(packed);
    } catch (RuntimeException e) {
      throw damaged("cannot be read: " + e.getMessage(), where, e);
    }
  }

  private static RecordLayerException damaged(
      String what, Supplier<String> where, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED,
        "a stored tuple " + what + " (" + where.get() + ")",
        cause);
  }
}
