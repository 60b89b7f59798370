package dev.tenure.record.index;

import dev.tenure.record.tuple.TupleRange;
import java.util.Objects;

/**
 * A scan of an index: a kind that the index type knows, and bounds. An application's own index type
 * may have its own kinds. Immutable.
 */
public interface IndexScan {
  /** The kind of a {@link Range} scan. */
  String BY_VALUE = "by-value";

  /** The name of the kind in errors and plans. */
  String kind();

  /** A scan of the entries whose first columns are in a range. */
  static IndexScan range(TupleRange range) {
    return new Range(range);
  }

  /**
   * Entries in the order of their keys.
   *
   * @param range the range of the indexed columns, or of the columns of groups
   */
  record Range(TupleRange range) implements IndexScan {
    public Range {
      Objects.requireNonNull(range, "range");
    }

    @Override
    public String kind() {
      return BY_VALUE;
    }
  }
}
