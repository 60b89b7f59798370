package dev.tenure.queue.inspect;

import dev.tenure.queue.cluster.ConsumerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Counts of one cluster.
 *
 * @param shards the number of top-level queues that scanners read
 * @param pointers the number of zones that hold items, or held some until a short time ago
 * @param localItems the number of items of the cluster itself
 * @param vestedPointers the number of zones that wait for a visit and of vested local items,
 *     counted up to 1,000
 * @param oldestVested the vesting time of the pointer that has waited longest
 * @param visitLeases whether leases of visits are on
 */
public record ClusterSummary(
    String name,
    int shards,
    long pointers,
    long localItems,
    long vestedPointers,
    Optional<Instant> oldestVested,
    long tenants,
    boolean visitLeases,
    List<ConsumerInfo> consumers) {}
