package dev.tenure.examples.geohash;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import java.util.NavigableMap;

/** Describes the rows of the index to the scrubber. */
record GeohashAudit(GeohashMaintainer maintainer) implements IndexAudit.Entries {
  private static final byte[] NOTHING = {};

  @Override
  public NavigableMap<byte[], byte[]> of(IndexKeys keys, IndexedRecord record) {
    NavigableMap<byte[], byte[]> rows = IndexAudit.rows();
    maintainer.rows(keys, record).forEach(key -> rows.put(key, NOTHING));
    return rows;
  }

  @Override
  public IndexEntry owner(Tuple key) {
    return maintainer.entry(key, NOTHING, "scrub");
  }
}
