/**
 * Queue zones (paper section 5): what can be done with the items of one zone, always inside the
 * caller's transaction. Start at {@link dev.tenure.queue.zone.QueueZone}, which only wires: {@code
 * ZonePeek} finds items, {@code ZoneEnqueue} adds them, {@code ZoneLeases} hands them out, {@code
 * ZoneOutcomes} ends them, {@code DeadLetters} keeps what failed. Must stay true: an item's state
 * key is read serializably before it is written, and every write that can lower the zone's earliest
 * vesting goes through {@link dev.tenure.queue.zone.ZoneWaker}. Must not know pointers, clusters or
 * threads.
 */
@NullMarked
package dev.tenure.queue.zone;

import org.jspecify.annotations.NullMarked;
