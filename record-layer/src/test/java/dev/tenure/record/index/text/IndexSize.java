package dev.tenure.record.index.text;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.structure.BunchCheck;
import java.util.List;

/** What a text index takes. */
record IndexSize(long keyBytes, long valueBytes, long bunches, long entries) {

  static IndexSize of(RecordStore store, String name) {
    OpenIndex index = store.index(name);
    List<KeyValue> rows =
        store
            .context()
            .join(
                store
                    .context()
                    .transaction()
                    .getRange(index.keys().structureRange(new Tuple()))
                    .asList());
    BunchCheck check =
        store
            .context()
            .join(TextSearch.of(index).verify(new byte[0], Math.max(2, rows.size() + 1)));
    return new IndexSize(
        rows.stream().mapToLong(row -> row.getKey().length).sum(),
        rows.stream().mapToLong(row -> row.getValue().length).sum(),
        check.bunches(),
        check.entries());
  }
}
