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
 * The columns of a version index: a group, then the incarnation if there is one, then the version.
 */
record FeedShape(Tuple group, boolean hasIncarnation) {
  private static final KeyColumn VERSION = Keys.version().columns().get(0);
  private static final KeyColumn INCARNATION = Keys.incarnation().columns().get(0);

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
    int groupColumns = columns.size() - 1;
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
              + " that make up a group, then version(), or incarnation() and version()");
    }
    return new FeedShape(group, hasIncarnation);
  }

  /** The range of the group's entries behind a position; all entries for null. */
  TupleRange behind(@Nullable FeedPosition position) {
    if (position == null) {
      return TupleRange.prefix(group);
    }
    Tuple columns = position.columns();
    Tuple own = hasIncarnation ? columns : TupleParts.range(columns, 1, columns.size());
    return TupleRange.between(group.addAll(own), false, group, true);
  }

  /** The position of an entry. */
  FeedPosition position(Tuple entryKey) {
    int at = group.size();
    @Nullable Object incarnation = hasIncarnation ? entryKey.get(at++) : Long.valueOf(0);
    @Nullable Object version = entryKey.get(at);
    return FeedPosition.of(
        incarnation, version, TupleParts.range(entryKey, at + 1, entryKey.size()));
  }
}
