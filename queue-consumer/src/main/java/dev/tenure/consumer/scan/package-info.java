/**
 * Chooses what is visited next, from all shards of all clusters (Algorithm 1). Start at {@link
 * dev.tenure.consumer.scan.Scanner}; {@code ShardScan} is one shard, {@code PeekResult} the table
 * of what follows a peek, {@code CandidateFilter} what is left alone.
 *
 * <p>Must stay true: a shard sleeps only after a peek that would have seen any work that came
 * before the watch was set. Everything but hints runs on the scanner's serial executor. Must not
 * know items.
 */
@NullMarked
package dev.tenure.consumer.scan;

import org.jspecify.annotations.NullMarked;
