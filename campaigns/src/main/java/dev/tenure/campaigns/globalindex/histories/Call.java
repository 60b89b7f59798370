package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.SecondaryKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One operation that a client called: when it began and ended, and what it gave. It stays without
 * an end when its client crashed.
 */
final class Call {
  final Kind kind;
  final String pk;
  final Optional<SecondaryKey> by;
  final Set<SecondaryKey> keys;

  /** What the operation writes; no two operations write the same. */
  final String value;

  final long begin;
  long end = Long.MAX_VALUE;
  @Nullable Reason failure;
  List<SeenRecord> found = List.of();

  /** Whether it failed since the lease of its keys ended meanwhile. */
  boolean isTooLate;

  /** Whether a delete deleted something. */
  boolean deleted;

  /** When a shard stored {@link #value} first; the search begins with it. */
  long effect = Long.MAX_VALUE;

  /** Whether a shard deleted a record for its client which this operation may have meant. */
  boolean mayHaveDeleted;

  /** When a shard deleted a record, most likely for this operation; the search begins with it. */
  long maybeDeleted = Long.MAX_VALUE;

  /** The primary key of that record; the search tries it first of all records that own a key. */
  String changed = "";

  enum Kind {
    CREATE,
    UPDATE,
    REPAIR,
    DELETE,
    READ,
    READ_ALL
  }

  /**
   * @param pk the primary key; empty when the operation finds its record by a secondary key
   * @param by that key
   * @param keys of the new content
   */
  Call(
      Kind kind,
      String pk,
      Optional<SecondaryKey> by,
      Set<SecondaryKey> keys,
      String value,
      long begin) {
    this.kind = kind;
    this.pk = pk;
    this.by = by;
    this.keys = keys;
    this.value = value;
    this.begin = begin;
  }

  boolean isEnded() {
    return end != Long.MAX_VALUE;
  }

  /** Whether nobody knows if it had an effect. */
  boolean isUnknown() {
    return !isEnded() || failure == Reason.OUTCOME_UNKNOWN;
  }

  /** Whether the shards have stored what may be its effect, though its outcome is unknown. */
  boolean mayHaveEffect() {
    return switch (kind) {
      case CREATE, UPDATE -> effect != Long.MAX_VALUE;
      case DELETE -> mayHaveDeleted;
      case REPAIR, READ, READ_ALL -> false;
    };
  }

  /** Whether it says that it had no effect, and nothing about what is stored. */
  boolean isVoid() {
    return failure == Reason.CONFLICT || failure == Reason.SHARD_DOWN;
  }

  boolean writes() {
    return kind != Kind.READ && kind != Kind.READ_ALL;
  }

  @Override
  public String toString() {
    String key = by.map(SecondaryKey::value).orElse("");
    StringBuilder text = new StringBuilder(kind + " " + pk + key);
    if (kind == Kind.CREATE || kind == Kind.UPDATE) {
      text.append(' ').append(new SeenRecord("->", keys, value));
    }
    return isEnded()
        ? text.append(" = ")
            .append(failure != null ? failure : deleted ? "deleted" : found)
            .toString()
        : text.toString();
  }
}
