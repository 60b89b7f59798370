package dev.tenure.record.index;

import dev.tenure.record.tuple.TupleRange;
import java.util.Objects;

/**
 * What a reader asks of an index: a kind of scan that the index's type knows, with its bounds. A
 * client's own type brings its own. Immutable.
 */
public interface IndexScan {
  /** The kind of {@link Range}. */
  String BY_VALUE = "by-value";

  /** The name of the kind, as errors and plans give it. */
  String kind();

  /** The entries in a range of the columns that come first in the keys of the index. */
  static IndexScan range(TupleRange range) {
    return new Range(range);
  }

  /**
   * Entries in the order of their keys.
   *
   * @param range of the indexed columns, or of the columns of groups
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
