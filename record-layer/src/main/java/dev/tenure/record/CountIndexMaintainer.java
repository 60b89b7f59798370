package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One counter for each group; its changes are added up until the commit. */
record CountIndexMaintainer(CompiledIndex index) implements IndexMaintainer {

  @Override
  public void update(StoreKeys keys, RecordChange change, WriteBatch batch) {
    List<Tuple> before = groups(change.before());
    List<Tuple> after = groups(change.after());
    if (before.equals(after)) {
      return;
    }
    byte[] prefix = keys.indexPrefix(index);
    boolean clearWhenZero = index.index().isClearedWhenZero();
    before.forEach(group -> batch.count(group.pack(prefix), -1, clearWhenZero));
    after.forEach(group -> batch.count(group.pack(prefix), 1, clearWhenZero));
  }

  private List<Tuple> groups(@Nullable Message message) {
    return message == null ? List.of() : index.columns().evaluate(message);
  }
}
