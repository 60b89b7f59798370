/**
 * Slots: a stored table says which shard has which records, so that records move between shards
 * while they are read and written.
 *
 * <p>Start at {@link dev.tenure.record.global.slot.Slots}, the table of data records; {@link
 * dev.tenure.record.global.slot.IndexSlots} is the one of index records. {@link
 * dev.tenure.record.global.slot.SlotShards} are the shards as operations see them; {@code
 * MovingData} reads, writes and moves one record of a slot that moves. What must stay true: a
 * record is live in one shard at each instant, and the marker in the source shard is what passes it
 * on; a key has its index record at each place where a client may look for it. This package must
 * not know where the table is stored, nor leases.
 */
@NullMarked
package dev.tenure.record.global.slot;

import org.jspecify.annotations.NullMarked;
