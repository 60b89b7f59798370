/**
 * Slots: a stored table says which shard has which records, so that records move between shards
 * while they are read and written.
 *
 * <p>Start at {@link dev.tenure.record.global.slot.Slots}, the table. {@link
 * dev.tenure.record.global.slot.SlotShards} are the shards as operations see them; {@code
 * MovingData} reads, writes and moves one record of a slot that moves. What must stay true: a
 * record is live in one shard at each instant, and the marker in the source shard is what passes it
 * on. This package must not know where the table is stored, nor leases.
 */
@NullMarked
package dev.tenure.record.global.slot;

import org.jspecify.annotations.NullMarked;
