package dev.tenure.record.feed;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.Keys;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a version index: a group, then the incarnation if there is one, then perhaps the
 * counter of a system that the records came from, then the version.
 */
record FeedShape(Tuple group, boolean hasIncarnation, boolean hasCounter) {
  private static final KeyColumn VERSION = Keys.version().columns().get(0);
  private static final KeyColumn INCARNATION = Keys.incarnation().columns().get(0);
  private static final int COLUMNS_WITH_COUNTER = 3;

  /**
   * The shape of an index.
   *
   * @throws IllegalArgumentException when the index is not a version index, has columns behind the
   *     version, or has another number of group columns
   */
  static FeedShape of(BoundIndex index, Tuple group) {
    if (!index.index().type().equals(Index.VERSION)) {
      throw new IllegalArgumentException(
          "index " + index.name() + " is of type " + index.index().type() + ", expected a version");
    }
    List<KeyColumn> columns = index.index().columns().columns();
    boolean hasCounter = hasCounter(columns, group.size());
    int groupColumns = columns.size() - (hasCounter ? 2 : 1);
    boolean hasIncarnation = groupColumns > 0 && columns.get(groupColumns - 1).equals(INCARNATION);
    groupColumns -= hasIncarnation ? 1 : 0;
    boolean known = columns.get(columns.size() - 1).equals(VERSION);
    if (!known || groupColumns != group.size()) {
      throw new IllegalArgumentException(
          "index "
              + index.name()
              + " has the columns "
              + index.index().columns()
              + ", expected "
              + group.size()
              + " that make up a group, then version(), or incarnation() and version(), or"
              + " incarnation(), a counter and version()");
    }
    return new FeedShape(group, hasIncarnation, hasCounter);
  }

  private static boolean hasCounter(List<KeyColumn> columns, int groupColumns) {
    return columns.size() == groupColumns + COLUMNS_WITH_COUNTER
        && columns.get(groupColumns).equals(INCARNATION);
  }

  /** The range of the group's entries behind a position; all entries for null. */
  TupleRange behind(@Nullable FeedPosition position) {
    return position == null
        ? TupleRange.prefix(group)
        : TupleRange.between(group.addAll(own(position)), false, group, true);
  }

  /** The columns of the index at a position. */
  private Tuple own(FeedPosition position) {
    Tuple columns = position.columns();
    if (!hasIncarnation) {
      return TupleParts.range(columns, 1, columns.size());
    }
    if (!hasCounter) {
      return columns;
    }
    if (position.hasVersion()) {
      return new Tuple().addObject(columns.get(0)).addObject(null).addObject(columns.get(1));
    }
    Tuple counter = new Tuple().addObject(null).addObject(columns.get(2));
    return columns.size() == COLUMNS_WITH_COUNTER
        ? counter
        : counter
            .addObject(null)
            .addAll(TupleParts.range(columns, COLUMNS_WITH_COUNTER, columns.size()));
  }

  /** The position of an entry. */
  FeedPosition position(Tuple entryKey) {
    int at = group.size();
    @Nullable Object incarnation = hasIncarnation ? entryKey.get(at++) : Long.valueOf(0);
    @Nullable Object counter = hasCounter ? entryKey.get(at++) : null;
    @Nullable Object version = entryKey.get(at);
    Tuple rest = TupleParts.range(entryKey, at + 1, entryKey.size());
    if (!hasCounter) {
      return FeedPosition.of(incarnation, version, rest);
    }
    if (version != null && counter != null) {
      throw new IllegalStateException(
          "the record of the entry "
              + entryKey
              + " was saved with its old counter, which is out of order: leave the counter unset"
              + " when a record is saved");
    }
    return FeedPosition.of(incarnation, version, new Tuple().addObject(counter).addAll(rest));
  }
}
