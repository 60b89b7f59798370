package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.key.KeyColumn;
import java.util.List;

/** Checks rows whose keys consist of the columns of a group. */
interface GroupAudit extends IndexAudit.Totals {

  GroupColumns columns();

  @Override
  default List<KeyColumn> groupColumns() {
    return columns().group();
  }

  @Override
  default void requireKey(Tuple key) {
    var unused = columns().requireGroup(key);
  }
}
