/**
 * Moves of tenants with their queues from one cluster to another, while the tenants are in use
 * (docs/moves.md).
 *
 * <p>Start at {@link dev.tenure.queue.move.TenantMoves}. {@code TenantMover} is one mover of one
 * move: {@code Copying} copies, {@code Changes} applies the log of changes and {@code Handover}
 * fences, flips and completes. The entry's part is {@code queue.directory.EntryMoves}; the parts on
 * the clusters are {@code queue.cluster.MoveSource} and {@code MoveTarget}.
 *
 * <p>What must stay true: each step shows the ticket of its mover where it changes something, and
 * changes nothing after a later mover was there. Before the flip of the entry the move can be
 * reverted; after it, it can only be completed. The source serves nobody from the fence on, and the
 * target serves nobody before it was opened, which happens after the flip.
 */
@NullMarked
package dev.tenure.queue.move;

import org.jspecify.annotations.NullMarked;
