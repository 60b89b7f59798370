/**
 * Statistics that a store keeps for the planner of its queries. Start at {@link
 * dev.tenure.record.store.statistics.KeptStatistics}; {@code docs/formats/record-layer.md} has the
 * bytes.
 */
@NullMarked
package dev.tenure.record.store.statistics;

import org.jspecify.annotations.NullMarked;
