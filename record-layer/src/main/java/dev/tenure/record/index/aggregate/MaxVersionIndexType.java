package dev.tenure.record.index.aggregate;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.ValueType;
import java.util.List;
import java.util.Set;

/** The type of indexes with the version of the last save in each group. */
record MaxVersionIndexType() implements IndexType {
  @Override
  public String name() {
    return Index.MAX_EVER_VERSION;
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of());
    GroupRules.requireNoCovering(index);
    GroupRules.requireOneGrouped(index);
    KeyExpression root = index.index().root();
    if (root.groupingPart().needsVersion()) {
      throw GroupRules.wrong(index, "has the version of the record among its group columns");
    }
    for (BoundType type : index.types()) {
      List<ValueType> columns = index.columnTypes(type);
      if (columns.get(columns.size() - 1) != ValueType.VERSIONSTAMP) {
        throw GroupRules.wrong(index, "has a grouped column other than version()");
      }
      if (!type.type().isVersioned()) {
        throw GroupRules.wrong(index, "is of " + type.name() + ", which keeps no versions");
      }
    }
  }

  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return false;
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new MaxVersionMaintainer(GroupColumns.of(index));
  }
}
