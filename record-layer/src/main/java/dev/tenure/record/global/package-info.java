/**
 * A global secondary index over sharded stores, after Uniqorn: the values of the protocol, and the
 * interfaces that a store implements.
 *
 * <p>Start at {@link dev.tenure.record.global.Shard}, the two operations on one record, then {@link
 * dev.tenure.record.global.DataRecord} and {@link dev.tenure.record.global.IndexRecord}. The
 * write's three phases and the cleaner's four are in {@code protocol}; {@code client} is what
 * applications use. {@code docs/global-index.md} explains the protocol and its proof.
 *
 * <p>What must stay true: nothing in this package, in {@code protocol} or {@code client} knows a
 * kind of store.
 */
@NullMarked
package dev.tenure.record.global;

import org.jspecify.annotations.NullMarked;
