package dev.tenure.record.index.aggregate;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.metadata.Index;
import java.util.Set;

/** One counter for each group. */
public record CountIndexType() implements IndexType {
  @Override
  public String name() {
    return Index.COUNT;
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of(Index.CLEAR_WHEN_ZERO));
    IndexOptions.requireBoolean(index.index(), Index.CLEAR_WHEN_ZERO);
    if (index.isCovering()) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index.index()) + " has covering columns, and keeps only a count");
    }
  }

  /** Zeros that are already there stay until the group changes: readers take them as none. */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return option.equals(Index.CLEAR_WHEN_ZERO);
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new CountIndexMaintainer(index);
  }
}
