/**
 * Splits and merges of data shards and index shards while they are in use.
 *
 * <p>Start at {@link dev.tenure.record.global.move.Moves}. What must stay true: each phase begins
 * two leases after the phase before it was stored, and a slot move never goes back.
 */
@NullMarked
package dev.tenure.record.global.move;

import org.jspecify.annotations.NullMarked;
