package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.tuple.UnpackedTuple;

/** Decodes rows as the entries of an index type. */
record EntryDecoder(IndexMaintainer maintainer) implements OpenIndex.RowDecoder<IndexEntry> {
  @Override
  public IndexEntry decode(Tuple key, byte[] value, String where) {
    return maintainer.entry(key, value, where);
  }

  @Override
  public IndexEntry decode(UnpackedTuple key, byte[] value, String where) {
    return maintainer.entry(key, value, where);
  }
}
