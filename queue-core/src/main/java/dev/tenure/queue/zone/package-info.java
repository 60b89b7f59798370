/**
 * Queue zones (paper section 5): all operations on the items of one zone, in the caller's
 * transaction. Start at {@link dev.tenure.queue.zone.QueueZone}, which only delegates:
 *
 * <pre>
 *   enqueue          ZoneEnqueue → ZoneGroups, Tombstones
 *   peek, dequeue    ZonePeek    → ZoneLeases
 *   complete, …      ZoneOutcomes → ZoneGroups, Tombstones
 *   set aside        DeadLetters
 *   settings         StoredSettings
 * </pre>
 *
 * <p>Must stay true: an item's state is read serializably before it is written, and every write
 * that can lower the zone's earliest vesting time calls {@link dev.tenure.queue.zone.ZoneWaker}.
 * Must not know pointers, clusters or threads.
 */
@NullMarked
package dev.tenure.queue.zone;

import org.jspecify.annotations.NullMarked;
