/**
 * Plans of many moves: to drain a cluster, to gather tenants on one, or to even clusters out by
 * size or load. Start at {@link dev.tenure.queue.rebalance.Rebalancing}. A plan is previewed, and
 * then asks for its moves, which the workers of {@code dev.tenure.queue.move} make.
 */
@NullMarked
package dev.tenure.queue.rebalance;

import org.jspecify.annotations.NullMarked;
