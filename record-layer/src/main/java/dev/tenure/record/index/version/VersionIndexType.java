package dev.tenure.record.index.version;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexOptions;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import java.util.List;
import java.util.Set;

/**
 * Entries in the order of their columns, one of which is the version of the record. A save moves
 * the record's entry to the version of its commit. Records that were saved in one commit are in the
 * order of their saves. A record that was saved before its type kept versions has a null version,
 * and comes first.
 */
public record VersionIndexType() implements IndexType {
  private static final KeyColumn VERSION = Keys.version().columns().get(0);

  @Override
  public String name() {
    return Index.VERSION;
  }

  @Override
  public void validate(BoundIndex index) {
    IndexOptions.requireKnown(index.index(), Set.of());
    List<KeyColumn> columns = index.index().columns().columns();
    boolean one = versions(index.index().root()) == 1 && columns.contains(VERSION);
    if (!one) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index.index())
              + " has the columns "
              + index.index().root()
              + ", expected one version() among those of its keys");
    }
    List<String> unversioned =
        index.types().stream()
            .filter(type -> !type.type().isVersioned())
            .map(type -> type.name())
            .toList();
    if (!unversioned.isEmpty()) {
      throw new IllegalArgumentException(
          IndexOptions.describe(index.index())
              + " is of record types that keep no versions: "
              + unversioned);
    }
  }

  private static int versions(KeyExpression expression) {
    int here = expression instanceof KeyExpression.Version ? 1 : 0;
    return here + expression.parts().stream().mapToInt(VersionIndexType::versions).sum();
  }

  /** The index of the version column among the columns of the keys. */
  static int versionColumn(BoundIndex index) {
    return index.index().columns().columns().indexOf(VERSION);
  }

  /** False, since the type has no options. */
  @Override
  public boolean mayChange(String option, Index before, Index after) {
    return false;
  }

  @Override
  public IndexMaintainer maintainer(BoundIndex index) {
    return new VersionIndexMaintainer(index, versionColumn(index));
  }
}
