package dev.tenure.record.feed;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A position in a feed, as a tuple that sorts in the order of the changes. It consists of
 * incarnation and version. For a record without a version it consists of two nulls, the counter of
 * an older system if the index has one, and the record's key.
 */
record FeedPosition(Tuple columns) implements Comparable<FeedPosition> {
  private static final int VERSIONED_COLUMNS = 2;

  /** The position of an entry. {@code rest} is used when the record has no version. */
  static FeedPosition of(@Nullable Object incarnation, @Nullable Object version, Tuple rest) {
    List<@Nullable Object> columns = new ArrayList<>();
    if (version == null) {
      columns.add(null);
      columns.add(null);
      columns.addAll(rest.getItems());
    } else {
      columns.add(incarnation);
      columns.add(version);
    }
    return new FeedPosition(Tuple.fromList(columns));
  }

  /** The position behind all records without a version whose counter is at most the given one. */
  static FeedPosition atCounter(long counter) {
    return new FeedPosition(new Tuple().addObject(null).addObject(null).add(counter));
  }

  /** Decodes a tuple; empty when it is not a position. */
  static Optional<FeedPosition> of(Tuple columns) {
    if (columns.size() < VERSIONED_COLUMNS) {
      return Optional.empty();
    }
    boolean isNull = columns.get(0) == null && columns.get(1) == null;
    boolean known =
        isNull
            ? columns.size() > VERSIONED_COLUMNS
            : columns.size() == VERSIONED_COLUMNS
                && columns.get(0) instanceof Long incarnation
                && incarnation >= 0
                && incarnation <= Integer.MAX_VALUE
                && columns.get(1) instanceof Versionstamp version
                && version.isComplete();
    return known ? Optional.of(new FeedPosition(columns)) : Optional.empty();
  }

  boolean hasVersion() {
    return columns.get(1) != null;
  }

  /** The incarnation; 0 also for a record without a version. */
  int incarnation() {
    return hasVersion() ? (int) columns.getLong(0) : 0;
  }

  /** Compares positions. They must belong to one index. */
  @Override
  public int compareTo(FeedPosition other) {
    return columns.compareTo(other.columns);
  }
}
