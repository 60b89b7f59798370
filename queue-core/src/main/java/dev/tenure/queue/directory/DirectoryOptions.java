package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.cluster.DirectoryLayout;
import dev.tenure.record.global.client.GlobalIndexOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The options of a process that uses the directory. All processes of a deployment have the same
 * layout; the rest may differ.
 *
 * @param layout which clusters carry the shards; stored, and compared before a creation
 * @param keys the kinds of alternate keys that the application gives, such as {@code email};
 *     default none. The first call of the first process stores them; later ones are added by {@link
 *     AlternateKinds}
 * @param placement chooses the cluster of a new tenant; default rendezvous hashing
 * @param routesMax how many tenants' clusters are remembered, 1 to 10,000,000, default 100,000. One
 *     costs about 200 bytes; a tenant that was forgotten costs one read of the directory
 * @param index options of the global index
 * @param lease how long a process uses the stored kinds without reading them again, stored with the
 *     first ones, default 1 min. A change of kinds waits twice as long; a process that cannot read
 *     the shard of the first cluster for longer than a lease cannot use the directory
 * @param millis a clock for the lease that never goes back, default {@link System#nanoTime}
 */
public record DirectoryOptions(
    DirectoryLayout layout,
    List<String> keys,
    Placement placement,
    int routesMax,
    GlobalIndexOptions index,
    Duration lease,
    LongSupplier millis) {
  private static final int ROUTES_MAX = 10_000_000;

  public DirectoryOptions {
    keys = keys.stream().sorted().distinct().toList();
    keys.forEach(
        key -> QueueLimits.checkName("kind of key", key, QueueLimits.APPLICATION_BYTES_MAX));
    QueueLimits.checkBetween("routesMax", routesMax, 1, ROUTES_MAX);
  }

  /** The default options, with shards on these clusters in this order. */
  public static DirectoryOptions on(List<String> clusters) {
    return new DirectoryOptions(
        DirectoryLayout.on(clusters),
        List.of(),
        Placement.rendezvous(),
        100_000,
        GlobalIndexOptions.defaults(),
        Duration.ofMinutes(1),
        () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()));
  }

  public DirectoryOptions withKeys(List<String> newKeys) {
    return new DirectoryOptions(layout, newKeys, placement, routesMax, index, lease, millis);
  }

  public DirectoryOptions withPlacement(Placement newPlacement) {
    return new DirectoryOptions(layout, keys, newPlacement, routesMax, index, lease, millis);
  }

  public DirectoryOptions withRoutesMax(int newRoutesMax) {
    return new DirectoryOptions(layout, keys, placement, newRoutesMax, index, lease, millis);
  }

  public DirectoryOptions withIndex(GlobalIndexOptions newIndex) {
    return new DirectoryOptions(layout, keys, placement, routesMax, newIndex, lease, millis);
  }

  public DirectoryOptions withLease(Duration newLease) {
    return new DirectoryOptions(layout, keys, placement, routesMax, index, newLease, millis);
  }

  public DirectoryOptions withMillis(LongSupplier newMillis) {
    return new DirectoryOptions(layout, keys, placement, routesMax, index, lease, newMillis);
  }
}
