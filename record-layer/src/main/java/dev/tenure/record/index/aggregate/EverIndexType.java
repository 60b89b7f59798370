package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import java.util.Set;

/** The type of indexes with the least or greatest value that a group ever had. */
record EverIndexType(Ever ever) implements IndexType {
  @Override
  public String name() {
    return ever.typeName();
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of());
    GroupRules.requireNoCovering(index);
    GroupRules.requireNoVersion(index);
    ever.validate(index);
  }

  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return false;
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new EverMaintainer(GroupColumns.of(index), ever);
  }
}
