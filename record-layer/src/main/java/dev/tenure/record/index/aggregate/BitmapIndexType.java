package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import java.util.List;

/** The set of positions in each group, as bits. */
record BitmapIndexType() implements IndexType {
  @Override
  public String name() {
    return Index.BITMAP_VALUE;
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), List.of(Index.UNIQUE, Index.BITMAP_ENTRY_SIZE));
    IndexOptions.requireBoolean(index.index(), Index.UNIQUE);
    GroupRules.requireNoCovering(index);
    GroupRules.requireNoVersion(index);
    GroupRules.requireOneGrouped(index);
    GroupRules.requireWholeNumber(index);
    BitmapRows.of(index);
  }

  /** Allows an index to stop being unique. To become unique, it must be built again. */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return option.equals(Index.UNIQUE) && !after.isUnique();
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new BitmapMaintainer(BitmapRows.of(index));
  }
}
