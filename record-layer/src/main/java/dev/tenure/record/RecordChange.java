package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/** A record before and after a save or delete; null where there is none. */
record RecordChange(Tuple primaryKey, @Nullable Message before, @Nullable Message after) {}
