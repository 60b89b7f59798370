package dev.tenure.record.index.rank;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.index.value.ValueIndexType;
import dev.tenure.record.structure.RankedSetOptions;
import java.util.List;

/**
 * Entries as in a value index, and the rank of each score in its group. The columns are a {@link
 * dev.tenure.record.key.Keys#grouping} of group columns and score columns, or score columns alone
 * for one group.
 */
public record RankIndexType() implements IndexType {
  private static final ValueIndexType ENTRIES = new ValueIndexType();

  @Override
  public String name() {
    return Index.RANK;
  }

  @Override
  public void validate(BoundIndex bound) {
    Index index = bound.index();
    IndexOptions.requireKnown(
        index, List.of(Index.UNIQUE, Index.RANK_LEVELS, Index.RANK_COUNT_DUPLICATES));
    IndexOptions.requireBoolean(index, Index.UNIQUE);
    IndexOptions.requireBoolean(index, Index.RANK_COUNT_DUPLICATES);
    options(index);
    if (index.root().needsVersion()) {
      throw new IllegalArgumentException(
          describe(index)
              + " has the version of the record among its columns, which is not known when it is"
              + " saved: "
              + index.root());
    }
    if (bound.columnCount() == index.groupingColumns()) {
      throw new IllegalArgumentException(
          describe(index) + " has no scores behind its groups: " + index.root());
    }
  }

  static RankedSetOptions options(Index index) {
    return RankedSetOptions.defaults()
        .withLevels(levels(index))
        .withCountDuplicates(index.has(Index.RANK_COUNT_DUPLICATES));
  }

  private static int levels(Index index) {
    String given = index.options().get(Index.RANK_LEVELS);
    if (given == null) {
      return RankedSetOptions.defaults().levels();
    }
    if (given.length() == 1
        && given.charAt(0) >= '0' + RankedSetOptions.LEVELS_MIN
        && given.charAt(0) <= '0' + RankedSetOptions.LEVELS_MAX) {
      return given.charAt(0) - '0';
    }
    throw new IllegalArgumentException(
        describe(index)
            + " has the option "
            + Index.RANK_LEVELS
            + " = "
            + given
            + ", expected "
            + RankedSetOptions.LEVELS_MIN
            + " to "
            + RankedSetOptions.LEVELS_MAX);
  }

  private static String describe(Index index) {
    return "index " + index.name() + " of type " + index.type();
  }

  /** Allows an index to stop being unique; the structure of its sets must stay. */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return ENTRIES.mayChange(option, before, after);
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new RankIndexMaintainer(index, ENTRIES.maintainer(index), options(index.index()));
  }
}
