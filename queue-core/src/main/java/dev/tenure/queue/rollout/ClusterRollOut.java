package dev.tenure.queue.rollout;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.queue.schema.SchemaMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The roll-out of an application's newest schema on one cluster.
 *
 * @param progress empty when the cluster has stored no schema of the application, or did not answer
 * @param problem why the cluster did not answer
 */
public record ClusterRollOut(
    String cluster, Optional<Progress> progress, Optional<String> problem) {
  /** The most tenants that are counted as left. */
  public static final int LEFT_MAX = 1_000;

  private static final int EXAMPLES = 20;

  /**
   * How far the roll-out is.
   *
   * @param version the version that the cluster has stored
   * @param tenants the number of the application's tenants on the cluster
   * @param visited the number of visits since the roll-out began; a tenant that was made or moved
   *     meanwhile makes it differ from {@code tenants}
   * @param left the number of tenants that were visited and are not at the schema, at most {@link
   *     ClusterRollOut#LEFT_MAX}
   * @param failed how many of those left have a build that has died
   * @param examples the first of those left
   * @param timeLeft of the walk, at its rate so far
   */
  public record Progress(
      int version,
      RollOutPhase phase,
      boolean paused,
      long tenants,
      long visited,
      int left,
      int failed,
      List<Left> examples,
      Instant started,
      Optional<Instant> ended,
      Optional<Duration> timeLeft,
      RollOutOptions options) {
    public Progress {
      examples = List.copyOf(examples);
    }
  }

  /** A tenant that is not at the schema yet, and why. */
  public record Left(TenantId tenant, StoredSchemaMark.Kind kind, String reason) {}

  /** Whether every tenant of the application on the cluster is at this version, or a later one. */
  public boolean isDone(int version) {
    return progress
        .filter(found -> found.version() >= version && found.phase() == RollOutPhase.DONE)
        .isPresent();
  }

  static ClusterRollOut silent(String cluster, String problem) {
    return new ClusterRollOut(cluster, Optional.empty(), Optional.of(problem));
  }

  static ClusterRollOut none(String cluster) {
    return new ClusterRollOut(cluster, Optional.empty(), Optional.empty());
  }

  static ClusterRollOut of(
      String cluster,
      String application,
      StoredRollOut row,
      long tenants,
      List<SchemaMarks.Marked> marks,
      Instant now) {
    Instant started = Instant.ofEpochMilli(row.getStartedMillis());
    return new ClusterRollOut(
        cluster,
        Optional.of(
            new Progress(
                row.getVersion(),
                RollOutPhase.of(row.getPhase()),
                row.getPaused(),
                tenants,
                row.getVisited(),
                marks.size(),
                (int) marks.stream().filter(ClusterRollOut::hasFailed).count(),
                marks.stream().limit(EXAMPLES).map(mark -> left(application, mark)).toList(),
                started,
                row.getEndedMillis() == 0
                    ? Optional.empty()
                    : Optional.of(Instant.ofEpochMilli(row.getEndedMillis())),
                timeLeft(row, tenants, Duration.between(started, now)),
                new RollOutOptions(row.getTenantsPerSecond(), row.getRecordsPerSecond()))),
        Optional.empty());
  }

  private static boolean hasFailed(SchemaMarks.Marked marked) {
    return marked.mark().getKind() == StoredSchemaMark.Kind.FAILED;
  }

  private static Left left(String application, SchemaMarks.Marked mark) {
    return new Left(
        new TenantId(application, mark.user()), mark.mark().getKind(), mark.mark().getReason());
  }

  private static Optional<Duration> timeLeft(StoredRollOut row, long tenants, Duration since) {
    boolean walks = row.getPhase() == StoredRollOut.Phase.WALKING && !row.getPaused();
    long missing = Math.max(0, tenants - row.getVisited());
    return !walks || row.getVisited() == 0
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(since.toMillis() * missing / row.getVisited()));
  }
}
