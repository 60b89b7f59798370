/**
 * Shards of a global index that lie in record stores, on any database that the record layer runs
 * on.
 *
 * <p>Start at {@link dev.tenure.record.global.store.RecordShard}. Each call of a shard is a {@link
 * dev.tenure.record.global.store.ShardCall}: one transaction at a time, within a time limit. {@link
 * dev.tenure.record.global.store.RecordTable} reads and writes records of one kind in it, as {@link
 * dev.tenure.record.global.store.RecordForms} says. What must stay true: a commit whose result is
 * not known is never repeated, and the call then says that it may have written. This package must
 * not know the protocol.
 */
@NullMarked
package dev.tenure.record.global.store;

import org.jspecify.annotations.NullMarked;
