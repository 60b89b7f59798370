/**
 * Random histories of many clients of the global index under faults, each from one seed.
 *
 * <p>Start at {@link dev.tenure.campaigns.globalindex.histories.Histories}, then {@code History}.
 * The clients are the library's own {@code GlobalIndex}. A {@code Connection} delays, loses and
 * reorders what one start of a client sends to the shards; {@code World} holds what they store and
 * checks it at every change; {@code CallOrder} looks for an order that explains all results.
 *
 * <p>What must stay true: time, randomness and executors come from the seed, so that one seed gives
 * the same history to the byte.
 */
@NullMarked
package dev.tenure.campaigns.globalindex.histories;

import org.jspecify.annotations.NullMarked;
