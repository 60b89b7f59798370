package dev.tenure.admin.rest;

import dev.tenure.queue.cluster.TenantContents;
import dev.tenure.queue.directory.AdoptionProgress;
import dev.tenure.queue.directory.DeletionPreview;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tenant directory as JSON.
 *
 * @param present whether this deployment has a directory; the other fields are empty without one
 * @param shards the clusters that carry its shards
 * @param keys the kinds of alternate keys
 * @param active whether every tenant has an entry
 * @param clusters the progress of the adoption
 */
record DirectoryBody(
    boolean present,
    List<String> shards,
    List<String> keys,
    boolean active,
    List<AdoptionProgress.Cluster> clusters) {
  static final DirectoryBody ABSENT =
      new DirectoryBody(false, List.of(), List.of(), false, List.of());

  static DirectoryBody of(DirectoryOptions options, AdoptionProgress progress) {
    return new DirectoryBody(
        true, options.layout().shards(), options.keys(), progress.active(), progress.clusters());
  }

  /** An entry in a list, without anything that may be personal data. */
  record Row(
      String application,
      String user,
      TenantState state,
      String cluster,
      Instant created,
      Instant since) {
    static Row of(TenantEntry entry) {
      return new Row(
          entry.tenant().application(),
          entry.tenant().user(),
          entry.state(),
          entry.cluster(),
          entry.created(),
          entry.since());
    }
  }

  /**
   * One entry.
   *
   * @param reason why the tenant is suspended; empty otherwise
   * @param keyKinds the kinds of its alternate keys
   * @param details the values that may be personal data; empty unless they were asked for
   */
  record Entry(Row tenant, String reason, List<String> keyKinds, Optional<Details> details) {
    static Entry of(TenantEntry entry, boolean revealed) {
      return new Entry(
          Row.of(entry),
          entry.reason(),
          entry.details().keys().stream().map(key -> key.name()).distinct().toList(),
          revealed ? Optional.of(Details.of(entry)) : Optional.empty());
    }
  }

  /** The values that may be personal data. */
  record Details(String displayName, Map<String, String> attributes, List<Key> keys) {
    static Details of(TenantEntry entry) {
      return new Details(
          entry.details().displayName(),
          entry.details().attributes(),
          entry.details().keys().stream().map(key -> new Key(key.name(), key.value())).toList());
    }
  }

  /** An alternate key. */
  record Key(String kind, String value) {}

  /** The preview of a deletion. */
  record Preview(Row tenant, TenantContents contents, int keys) {
    static Preview of(DeletionPreview preview) {
      return new Preview(Row.of(preview.entry()), preview.contents(), preview.keys());
    }
  }

  /**
   * The result of a deletion, or its preview.
   *
   * @param preview absent after a deletion
   */
  record Deletion(boolean deleted, Optional<Preview> preview) {}

  /** The repair that was made. */
  record Repaired(String repair) {}

  /** A difference between the directory and a cluster. */
  record Difference(
      DirectoryFinding.Kind kind,
      String application,
      String user,
      String cluster,
      Optional<TenantState> state,
      boolean repaired) {
    static Difference of(DirectoryFinding finding) {
      return new Difference(
          finding.kind(),
          finding.tenant().application(),
          finding.tenant().user(),
          finding.cluster(),
          finding.entry().map(TenantEntry::state),
          finding.repaired());
    }
  }
}
