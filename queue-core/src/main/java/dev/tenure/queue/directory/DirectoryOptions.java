package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.cluster.DirectoryLayout;
import dev.tenure.record.global.client.GlobalIndexOptions;
import java.util.List;

/**
 * Options with which a process uses the directory. All processes of a deployment must have the same
 * layout and kinds of keys; the other options may differ.
 *
 * @param layout the clusters that carry the directory's shards, in order. The layout is stored in
 *     the clusters, and compared with the stored one before a creation
 * @param keys the kinds of alternate keys, such as {@code email}; default none
 * @param placement chooses the cluster of a new tenant; the default is rendezvous hashing
 * @param routesMax the most tenants whose clusters a process keeps in memory, 1 to 10,000,000; the
 *     default is 100,000. Each takes about 200 bytes. A transaction of a tenant that is not in
 *     memory costs one read of the directory
 * @param index the options of the global index
 */
public record DirectoryOptions(
    DirectoryLayout layout,
    List<String> keys,
    Placement placement,
    int routesMax,
    GlobalIndexOptions index) {
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
        GlobalIndexOptions.defaults());
  }

  public DirectoryOptions withKeys(List<String> newKeys) {
    return new DirectoryOptions(layout, newKeys, placement, routesMax, index);
  }

  public DirectoryOptions withPlacement(Placement newPlacement) {
    return new DirectoryOptions(layout, keys, newPlacement, routesMax, index);
  }

  public DirectoryOptions withRoutesMax(int newRoutesMax) {
    return new DirectoryOptions(layout, keys, placement, newRoutesMax, index);
  }

  public DirectoryOptions withIndex(GlobalIndexOptions newIndex) {
    return new DirectoryOptions(layout, keys, placement, routesMax, newIndex);
  }
}
