package dev.tenure.record.global.store;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.store.StoredRecord;

/** The stored form of one kind of records of a global index in a record store. */
interface RecordForm<K, R> {
  /** The name of the record type. */
  String type();

  Tuple primaryKey(K key);

  Message encode(R record);

  R decode(StoredRecord stored);
}
