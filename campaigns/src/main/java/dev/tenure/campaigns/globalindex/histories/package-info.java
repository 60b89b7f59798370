/**
 * Random histories of many clients of the global index under faults, each from one seed.
 *
 * <p>Start at {@link dev.tenure.campaigns.globalindex.histories.Histories}, then {@code
 * ShardHistory}. The clients are the library's own {@code GlobalIndex}. A {@code ShardConnection}
 * delays, loses and reorders what one start of a client sends to the shards; {@code HistoryWorld}
 * holds what they store and checks it at every change; {@code CallOrder} looks for an order that
 * explains all results.
 *
 * <p>What must stay true: time, randomness and executors come from the seed, so that one seed gives
 * the same history to the byte.
 */
@NullMarked
package dev.tenure.campaigns.globalindex.histories;

import org.jspecify.annotations.NullMarked;
