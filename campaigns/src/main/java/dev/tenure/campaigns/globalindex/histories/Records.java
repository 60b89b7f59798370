package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.SecondaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sequential meaning of the operations: records by primary key, each alternate key with at most
 * one owner. Immutable.
 *
 * <p>Keys that were ever written while their index shard was down are loose: several records may
 * own them, a write may be refused for them or not, and a read by them may miss an owner.
 */
record Records(SortedMap<String, SeenRecord> rows) {
  static final Records NONE = new Records(new TreeMap<>());

  /**
   * All that an operation may leave when it takes place here and gives what the call gave; nothing
   * when it cannot give that here. Where several reasons forbid an operation, it may report any.
   */
  List<Records> after(Call call, Set<SecondaryKey> loose) {
    if (call.isUnknown()) {
      return effects(call, loose);
    }
    if (call.failure != null) {
      return isReason(call, call.failure, loose) ? List.of(this) : List.of();
    }
    return switch (call.kind) {
      case READ -> isRead(call, loose) ? List.of(this) : List.of();
      case READ_ALL -> List.of(this);
      case DELETE ->
          call.deleted
              ? effects(call, loose)
              : targets(call).isEmpty() || isLoose(call, loose) ? List.of(this) : List.of();
      case REPAIR -> targets(call).equals(call.found) ? List.of(this) : List.of();
      case CREATE, UPDATE ->
          effects(call, loose).stream()
              .filter(after -> call.found.equals(after.rowOf(call.found.get(0).pk())))
              .toList();
    };
  }

  private List<Records> effects(Call call, Set<SecondaryKey> loose) {
    List<Records> after = new ArrayList<>();
    switch (call.kind) {
      case CREATE -> {
        if (!rows.containsKey(call.pk) && !isTaken(call, call.pk, loose)) {
          after.add(with(new SeenRecord(call.pk, call.keys, call.value)));
        }
      }
      case UPDATE -> {
        for (SeenRecord row : targets(call)) {
          if (!isTaken(call, row.pk(), loose)) {
            after.add(with(new SeenRecord(row.pk(), call.keys, call.value)));
          }
        }
      }
      case DELETE -> targets(call).forEach(row -> after.add(without(row.pk())));
      case REPAIR, READ, READ_ALL -> {}
    }
    return after;
  }

  /** The records that an operation may mean. */
  private List<SeenRecord> targets(Call call) {
    return call.by.map(this::owners).orElseGet(() -> rowOf(call.pk));
  }

  /** The record with a primary key; empty when there is none. */
  List<SeenRecord> rowOf(String pk) {
    return Optional.ofNullable(rows.get(pk)).stream().toList();
  }

  private List<SeenRecord> owners(SecondaryKey key) {
    return rows.values().stream().filter(row -> row.owns(key)).toList();
  }

  /**
   * Whether another record than the one with a primary key owns a key of the call. An update by key
   * that is refused may have found its record earlier; any owner counts for it.
   */
  private boolean isTaken(Call call, String pk, Set<SecondaryKey> loose) {
    return call.keys.stream()
        .filter(key -> key.name().equals(HistoryPlan.UNIQUE) && !loose.contains(key))
        .anyMatch(key -> owners(key).stream().anyMatch(row -> !row.pk().equals(pk)));
  }

  private boolean isReason(Call call, Reason reason, Set<SecondaryKey> loose) {
    return switch (reason) {
      case RECORD_EXISTS -> rows.containsKey(call.pk);
      case RECORD_ABSENT -> targets(call).isEmpty() || isLoose(call, loose);
      case KEY_TAKEN ->
          call.kind == Call.Kind.REPAIR
              ? targets(call).stream()
                  .anyMatch(row -> row.keys().stream().anyMatch(loose::contains))
              : call.keys.stream().anyMatch(loose::contains) || isTaken(call, call.pk, loose);
      case KEY_VIOLATED -> isLoose(call, loose);
      case CONFLICT, SHARD_DOWN, OUTCOME_UNKNOWN, KEY_NOT_READABLE -> false;
    };
  }

  private boolean isRead(Call call, Set<SecondaryKey> loose) {
    List<SeenRecord> targets = targets(call);
    return isLoose(call, loose) ? targets.containsAll(call.found) : targets.equals(call.found);
  }

  private static boolean isLoose(Call call, Set<SecondaryKey> loose) {
    return call.by.filter(loose::contains).isPresent();
  }

  private Records with(SeenRecord row) {
    SortedMap<String, SeenRecord> after = new TreeMap<>(rows);
    after.put(row.pk(), row);
    return new Records(after);
  }

  private Records without(String pk) {
    SortedMap<String, SeenRecord> after = new TreeMap<>(rows);
    after.remove(pk);
    return new Records(after);
  }
}
