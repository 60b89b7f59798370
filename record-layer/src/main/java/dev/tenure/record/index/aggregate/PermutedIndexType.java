package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import java.util.Set;

/**
 * The type of indexes with the current extremum of each group, which also list the groups in the
 * order of the extrema.
 */
record PermutedIndexType(Extremum extremum) implements IndexType {
  @Override
  public String name() {
    return extremum.typeName();
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of(Index.PERMUTED_SIZE));
    GroupRules.requireNoCovering(index);
    GroupRules.requireNoVersion(index);
    GroupRules.requireGrouped(index);
    PermutedColumns.of(index);
  }

  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return false;
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new PermutedMaintainer(PermutedColumns.of(index), extremum);
  }
}
