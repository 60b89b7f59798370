package dev.tenure.admin.rest;

import dev.tenure.queue.cluster.TenantContents;
import dev.tenure.queue.directory.AdoptionProgress;
import dev.tenure.queue.directory.DeletionPreview;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.KeyViolation;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.violation.Violations;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tenant directory as JSON.
 *
 * @param present whether this deployment has a directory; the other fields are empty without one
 * @param shards the clusters that carry the directory's shards
 * @param keys the kinds of alternate keys that this process knows
 * @param kinds the kinds that are in force
 * @param active whether every tenant has an entry
 * @param clusters the progress of the adoption
 */
record DirectoryBody(
    boolean present,
    List<String> shards,
    List<String> keys,
    List<KindState> kinds,
    boolean active,
    List<AdoptionProgress.Cluster> clusters) {
  static final DirectoryBody ABSENT =
      new DirectoryBody(false, List.of(), List.of(), List.of(), false, List.of());

  static DirectoryBody of(
      DirectoryOptions options, List<KeyDefinition> kinds, AdoptionProgress progress) {
    return new DirectoryBody(
        true,
        options.layout().shards(),
        options.keys(),
        kinds.stream().map(each -> new KindState(each.name(), each.state())).toList(),
        progress.active(),
        progress.clusters());
  }

  /** A kind of alternate key; tenants are found by it when it is READABLE. */
  record KindState(String name, KeyDefinition.State state) {}

  /**
   * The change of a kind that this process runs.
   *
   * @param records the number of entries and index records that were read
   * @param changed the number of entries that got or lost keys, and of deleted index records; 0
   *     until done
   * @param refused the number of entries whose key another tenant owns; 0 until done
   */
  record KindChange(
      String kind,
      boolean done,
      long records,
      int shardsDone,
      int shards,
      long changed,
      long refused) {}

  /**
   * An alternate key that several tenants own.
   *
   * @param value the value, which may be personal data; empty unless it was requested
   */
  record Violated(String kind, Optional<String> value, List<Owner> owners, Instant noted) {
    static Violated of(KeyViolation found, boolean revealed) {
      return new Violated(
          found.key().name(),
          Optional.of(found.key().value()).filter(value -> revealed),
          found.owners().stream().map(each -> new Owner(each.application(), each.user())).toList(),
          found.noted());
    }
  }

  /** A tenant that owns a violated key. */
  record Owner(String application, String user) {}

  /** The outcome of a decision. */
  record Decided(Violations.Outcome outcome) {}

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
   * @param reason the reason of a suspension; empty when the tenant is not suspended
   * @param keyKinds the kinds of its alternate keys
   * @param move the open move of the tenant, or the last one that ended within a day
   * @param details the values that may be personal data; empty unless they were requested
   */
  record Entry(
      Row tenant,
      String reason,
      List<String> keyKinds,
      Optional<MoveBody> move,
      Optional<Details> details) {
    static Entry of(TenantEntry entry, Optional<MoveBody> move, boolean revealed) {
      return new Entry(
          Row.of(entry),
          entry.reason(),
          entry.details().keys().stream().map(SecondaryKey::name).distinct().toList(),
          move,
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

  /**
   * A difference between the directory and a cluster, or between an entry and the index of keys.
   *
   * @param keyKind the kind of the alternate key; empty when the difference concerns no key
   */
  record Difference(
      DirectoryFinding.Kind kind,
      String application,
      String user,
      String cluster,
      Optional<TenantState> state,
      Optional<String> keyKind,
      boolean repaired) {
    static Difference of(DirectoryFinding finding) {
      return new Difference(
          finding.kind(),
          finding.tenant().application(),
          finding.tenant().user(),
          finding.cluster(),
          finding.entry().map(TenantEntry::state),
          finding.key().map(SecondaryKey::name),
          finding.repaired());
    }
  }
}
