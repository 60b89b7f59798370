package dev.tenure.queue.inspect;

import dev.tenure.queue.cluster.ConsumerInfo;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A cluster at a glance.
 *
 * @param pointers zones that hold work, or held it a short while ago
 * @param localItems items of the cluster itself
 * @param vestedPointers zones waiting to be visited, and vested local items; counted up to 1,000
 * @param oldestVested when the pointer that waits longest vested
 */
public record ClusterSummary(
    String name,
    int shards,
    long pointers,
    long localItems,
    long vestedPointers,
    Optional<Instant> oldestVested,
    long tenants,
    List<ConsumerInfo> consumers) {}
