package dev.tenure.record.tuple;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a packed tuple, decoded once. They become a {@link Tuple}, which takes longer
 * than to decode them, only when one is asked for. Immutable.
 */
public final class UnpackedTuple {
  private static final @Nullable Object[] NONE = {};
  private static final UnpackedTuple EMPTY = of(new Tuple());

  /** The decoded elements, with unused places at the end. Empty when a tuple was given instead. */
  private final @Nullable Object[] elements;

  private final int size;
  private volatile @Nullable Tuple made;

  /** The first of some elements. */
  UnpackedTuple(@Nullable Object[] elements, int size) {
    this.elements = elements;
    this.size = size;
  }

  public static UnpackedTuple of(Tuple tuple) {
    UnpackedTuple unpacked = new UnpackedTuple(NONE, tuple.size());
    unpacked.made = tuple;
    return unpacked;
  }

  /** The elements of the bytes from an offset to the end; empty when they are not a valid tuple. */
  public static Optional<UnpackedTuple> of(byte[] bytes, int begin) {
    if (begin == bytes.length) {
      return Optional.of(EMPTY);
    }
    UnpackedTuple known = KeyUnpacker.unpack(bytes, begin);
    return known == null
        ? PackedTuples.unpackOther(bytes, begin).map(UnpackedTuple::of)
        : Optional.of(known);
  }

  public int size() {
    return size;
  }

  /** An element, from 0 to before the size. */
  public @Nullable Object get(int index) {
    Tuple tuple = made;
    return tuple == null ? elements[index] : tuple.get(index);
  }

  /** The first elements. */
  public UnpackedTuple first(int count) {
    if (count == size) {
      return this;
    }
    return size > elements.length
        ? of(TupleParts.range(tuple(), 0, count))
        : new UnpackedTuple(elements, count);
  }

  /** All elements. */
  public Tuple tuple() {
    Tuple tuple = made;
    if (tuple == null) {
      tuple = Tuple.from(size == elements.length ? elements : Arrays.copyOf(elements, size));
      made = tuple;
    }
    return tuple;
  }
}
