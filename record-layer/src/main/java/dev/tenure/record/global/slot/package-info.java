/**
 * Slots of the global index: hash classes of keys. A stored table names the shard of each slot, so
 * that slots with all their records can move to other shards while clients read and write.
 *
 * <p>Start at {@link dev.tenure.record.global.slot.Slots}, the table of data records; {@link
 * dev.tenure.record.global.slot.IndexSlots} is the one of index records. {@link
 * dev.tenure.record.global.slot.SlotShards} are the shards as operations see them; {@code
 * MovingData} reads, writes and moves one record of a slot that moves. What must stay true: a
 * record is live in one shard at each instant, and the write of the marker in the source is the
 * instant at which it moves; a key has its index record in each place where a client may look for
 * it. This package must not know where the table is stored, nor the leases of clients.
 */
@NullMarked
package dev.tenure.record.global.slot;

import org.jspecify.annotations.NullMarked;
