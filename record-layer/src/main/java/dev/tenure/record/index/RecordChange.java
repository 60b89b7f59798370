package dev.tenure.record.index;

import org.jspecify.annotations.Nullable;

/**
 * A record before and after a save or delete; null where there is none. Both have one primary key;
 * their types differ only in the shared extent.
 */
public record RecordChange(@Nullable IndexedRecord before, @Nullable IndexedRecord after) {}
