package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import java.util.Set;

/** The type of indexes with one number for each group, which changes by additions. */
record CounterIndexType(Counter counter) implements IndexType {
  @Override
  public String name() {
    return counter.typeName();
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(
        index.index(), counter.isTakenBack() ? Set.of(Index.CLEAR_WHEN_ZERO) : Set.of());
    IndexOptions.requireBoolean(index.index(), Index.CLEAR_WHEN_ZERO);
    GroupRules.requireNoCovering(index);
    GroupRules.requireNoVersion(index);
    counter.validate(index);
  }

  /** Allows changes of clear-when-zero. Stored zeros then stay until their group changes. */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return option.equals(Index.CLEAR_WHEN_ZERO);
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new CounterMaintainer(GroupColumns.of(index), counter);
  }
}
