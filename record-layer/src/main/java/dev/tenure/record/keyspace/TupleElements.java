package dev.tenure.record.keyspace;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.PackedTuples;
import java.util.Arrays;
import java.util.Optional;

/** Finds the values of directories in packed tuples, which may be any bytes. */
final class TupleElements {
  private TupleElements() {}

  /**
   * The value of the element that these bytes encode. Empty when they are not an element, when no
   * directory type has the element, or when packing would encode it in another way.
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
