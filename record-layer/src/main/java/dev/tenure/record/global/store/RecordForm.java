package dev.tenure.record.global.store;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.store.StoredRecord;

/** How records of a global index are kept in a record store. */
interface RecordForm<K, R> {
  /** The name of the record type. */
  String type();

  Tuple primaryKey(K key);

  Message encode(R record);

  R decode(StoredRecord stored);
}
