package dev.tenure.record.index;

import org.jspecify.annotations.Nullable;

/**
 * A record before and after a save or delete; null where the record does not exist. Both have the
 * same primary key. Their types can differ only in the shared extent.
 */
public record RecordChange(@Nullable IndexedRecord before, @Nullable IndexedRecord after) {}
