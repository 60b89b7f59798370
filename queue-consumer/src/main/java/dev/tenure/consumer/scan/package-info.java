/**
 * Chooses the next visits from all shards of all clusters (Algorithm 1). Start at {@link
 * dev.tenure.consumer.scan.Scanner}; {@code ShardScan} scans one shard, {@code PeekResult} is the
 * table of the steps that follow a peek, and {@code CandidateFilter} drops candidates that are left
 * alone.
 *
 * <p>Must stay true: a shard sleeps only after a peek that would have seen any work that came
 * before the watch was set. Everything but hints runs on the scanner's serial executor. Must not
 * know items.
 */
@NullMarked
package dev.tenure.consumer.scan;

import org.jspecify.annotations.NullMarked;
