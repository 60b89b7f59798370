package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.Optional;

/** Finds the values of directories in packed tuples, which may be any bytes. */
final class TupleElements {
  private TupleElements() {}

  /**
   * The value that these bytes are the element of; empty when they are none, an element of another
   * kind, or one that is not written in the only way that packing writes it.
   */
  static Optional<PathValue> value(byte[] bytes, int begin, int end) {
    if (begin >= end || PackedTuples.end(bytes, begin) != end) {
      return Optional.empty();
    }
    try {
      Tuple one = Tuple.fromBytes(bytes, begin, end - begin);
      return PathValue.ofElement(one.get(0))
          .filter(
              value ->
                  Arrays.equals(
                      value.addTo(new Tuple()).pack(), Arrays.copyOfRange(bytes, begin, end)));
    } catch (IllegalArgumentException notUtf8) {
      return Optional.empty();
    }
  }
}
