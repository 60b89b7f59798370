package dev.tenure.record.index.value;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import java.util.Set;

/** Entries in the order of the indexed columns, with covering columns. The index can be unique. */
public record ValueIndexType() implements IndexType {
  @Override
  public String name() {
    return Index.VALUE;
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of(Index.UNIQUE));
    IndexOptions.requireBoolean(index.index(), Index.UNIQUE);
    if (index.index().root().needsVersion()) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index.index())
              + " has the version of the record among its columns, which is not known when it is"
              + " saved: "
              + index.index().root());
    }
  }

  /** An index may cease to be unique. To become unique, it must be built again. */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return option.equals(Index.UNIQUE) && !after.isUnique();
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new ValueIndexMaintainer(index);
  }
}
