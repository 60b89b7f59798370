/**
 * The pointer protocol, by which consumers find every zone with work; docs/queue-protocol.md is its
 * page. Start at {@code PointerWaker} for the producer's side and at {@link
 * dev.tenure.queue.pointer.PointerVisits} for the consumer's side.
 *
 * <pre>
 *   producer   PointerWaker   → pointer + E, or a nudge   after its commit: WakeChecks
 *   scanner    TopLevelQueue  → vested pointers, nudges, local items of a shard
 *   manager    PointerVisits  → PointerVisit leases items, PointerRequeue requeues the pointer;
 *                               after a sleep: SleepChecks
 *   all        Signals wake idle scanners; ClusterTime corrects the clock
 * </pre>
 *
 * <p>Must stay true: a zone with runnable items has a pointer at every commit version. Must not
 * know consumers, threads or the list of tenants.
 */
@NullMarked
package dev.tenure.queue.pointer;

import org.jspecify.annotations.NullMarked;
