package dev.tenure.queue.cluster;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.proto.StoredClusterList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The list of a deployment's clusters, as each cluster stores it.
 *
 * @param version 1 for the first list; each change adds 1
 * @param names the members, sorted: the names of the clusters and, in a deployment with a tenant
 *     directory, its layout
 * @param next the members of the next version while a change is under way; otherwise empty
 */
public record ClusterList(long version, List<String> names, List<String> next) {

  public ClusterList {
    if (version < 1) {
      throw new IllegalArgumentException("version is " + version + ", the least is 1");
    }
    names = sorted(names);
    next = sorted(next);
    if (names.isEmpty()) {
      throw new IllegalArgumentException("the list of clusters is empty, the least is one");
    }
  }

  static ClusterList settled(long version, List<String> names) {
    return new ClusterList(version, names, List.of());
  }

  static List<String> sorted(Collection<String> names) {
    return names.stream().sorted().distinct().toList();
  }

  /** Whether a change is under way, during which no tenant is created. */
  public boolean isChanging() {
    return !next.isEmpty();
  }

  /** The names of the clusters alone, sorted. */
  public List<String> clusters() {
    return names.stream().filter(name -> !DirectoryLayout.isLayout(name)).toList();
  }

  /** The list after the change that is under way; empty when no change is under way. */
  public Optional<ClusterList> changedTo() {
    return isChanging() ? Optional.of(settled(version + 1, next)) : Optional.empty();
  }

  /** The layout of the tenant directory; empty when the deployment has none. */
  public Optional<DirectoryLayout> directory() {
    return DirectoryLayout.among(names);
  }

  /**
   * Of the lists that the clusters of a deployment have stored, the one that the next change
   * follows: one whose change is under way and must end first, or else the newest.
   */
  public static Optional<ClusterList> toChange(Collection<ClusterList> stored) {
    Comparator<ClusterList> byVersion = Comparator.comparingLong(ClusterList::version);
    return stored.stream()
        .filter(ClusterList::isChanging)
        .max(byVersion)
        .or(() -> stored.stream().max(byVersion));
  }

  ClusterList changingTo(List<String> newNames) {
    return new ClusterList(version, names, newNames);
  }

  byte[] encode() {
    return StoredClusterList.newBuilder()
        .setVersion(version)
        .addAllClusters(names)
        .addAllNextClusters(next)
        .build()
        .toByteArray();
  }

  /**
   * Decodes the value of a cluster's key.
   *
   * @throws QueueException CORRUPT, which names the cluster
   */
  static ClusterList decode(String cluster, byte[] value) {
    try {
      StoredClusterList stored = StoredClusterList.parseFrom(value);
      return new ClusterList(
          stored.getVersion(), stored.getClustersList(), stored.getNextClustersList());
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      throw new QueueException(
          QueueException.Code.CORRUPT,
          "the list of clusters stored in cluster "
              + cluster
              + " cannot be read: "
              + e.getMessage(),
          e);
    }
  }

  @Override
  public String toString() {
    return names + " (version " + version + (isChanging() ? ", changing to " + next + ")" : ")");
  }
}
