package dev.tenure.admin.rest;

import dev.tenure.queue.proto.StoredSchemaMark;
import dev.tenure.queue.rollout.ClusterRollOut;
import dev.tenure.queue.rollout.PublishedSchema;
import dev.tenure.queue.rollout.RollOutPhase;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers about schemas that the clusters store. */
final class SchemaBody {
  private SchemaBody() {}

  /** The applications of which a cluster has stored a schema. */
  record Applications(List<String> applications) {}

  /**
   * The newest schema of an application, and its roll-out.
   *
   * @param done whether every tenant of every cluster is at this version, or a later one
   */
  record Schema(
      String application,
      int version,
      List<String> recordTypes,
      List<IndexOf> indexes,
      boolean done,
      List<OnCluster> clusters) {
    static Schema of(String application, RecordMetaData schema, List<ClusterRollOut> rollOuts) {
      return new Schema(
          application,
          schema.version(),
          schema.recordTypes().stream().map(RecordType::name).toList(),
          schema.indexes().stream().map(IndexOf::of).toList(),
          rollOuts.stream().allMatch(each -> each.isDone(schema.version())),
          rollOuts.stream().map(OnCluster::of).toList());
    }
  }

  /** An index of the schema; of all record types when none is named. */
  record IndexOf(
      String name, String type, List<String> recordTypes, String columns, boolean unique) {
    static IndexOf of(Index index) {
      return new IndexOf(
          index.name(),
          index.type(),
          index.recordTypes(),
          index.columns().toString(),
          index.isUnique());
    }
  }

  /**
   * The roll-out on one cluster. All fields but the name and the problem are null when the cluster
   * has no schema of the application or did not answer.
   */
  record OnCluster(
      String cluster,
      @Nullable Integer version,
      @Nullable RollOutPhase phase,
      @Nullable Boolean paused,
      @Nullable Long tenants,
      @Nullable Long visited,
      @Nullable Integer left,
      @Nullable Integer failed,
      @Nullable List<Left> examples,
      @Nullable Instant started,
      @Nullable Instant ended,
      @Nullable Long secondsLeft,
      @Nullable Integer tenantsPerSecond,
      @Nullable Integer recordsPerSecond,
      @Nullable String problem) {
    static OnCluster of(ClusterRollOut found) {
      return found
          .progress()
          .map(progress -> of(found.cluster(), progress))
          .orElseGet(() -> without(found.cluster(), found.problem().orElse(null)));
    }

    private static OnCluster without(String cluster, @Nullable String problem) {
      return new OnCluster(
          cluster, null, null, null, null, null, null, null, null, null, null, null, null, null,
          problem);
    }

    private static OnCluster of(String cluster, ClusterRollOut.Progress progress) {
      return new OnCluster(
          cluster,
          progress.version(),
          progress.phase(),
          progress.paused(),
          progress.tenants(),
          progress.visited(),
          progress.left(),
          progress.failed(),
          progress.examples().stream().map(Left::of).toList(),
          progress.started(),
          progress.ended().orElse(null),
          progress.timeLeft().map(Duration::toSeconds).orElse(null),
          progress.options().tenantsPerSecond(),
          progress.options().recordsPerSecond(),
          null);
    }
  }

  /** A tenant that was visited and is not at the schema. */
  record Left(String application, String user, StoredSchemaMark.Kind kind, String reason) {
    static Left of(ClusterRollOut.Left left) {
      return new Left(
          left.tenant().application(), left.tenant().user(), left.kind(), left.reason());
    }
  }

  /** A publication; {@code missing} has the clusters that get it later, with the reasons. */
  record Published(int version, boolean changed, Map<String, String> missing) {
    static Published of(PublishedSchema published) {
      return new Published(published.version(), published.changed(), published.missing());
    }
  }

  /** A change of a roll-out; {@code missing} has the clusters that did not answer. */
  record Steered(Map<String, String> missing) {}
}
