package dev.tenure.consumer.inflight;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.lessOrEqual;

import dev.tenure.consumer.Handlers;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.record.query.QueryPredicate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of items of each type that run here at a time (paper section 6, "per-consumer
 * limit"). Permits are taken while a visit looks at the zone's index, so throttled items are never
 * leased. Thread-safe.
 */
public final class Throttle {
  private final Map<String, TypeState> byType = new LinkedHashMap<>();

  private static final class TypeState {
    private final int schemaVersion;
    private final int concurrency;
    private int running;
    private int resting;

    TypeState(int schemaVersion, int concurrency) {
      this.schemaVersion = schemaVersion;
      this.concurrency = concurrency;
    }

    boolean full() {
      return resting > 0 || (concurrency > 0 && running >= concurrency);
    }
  }

  public Throttle(Handlers handlers) {
    handlers
        .all()
        .forEach(
            each ->
                byType.put(
                    each.type().name(),
                    new TypeState(each.type().schemaVersion(), each.policy().concurrency())));
  }

  /** Whether a handler of the type reads payloads of this schema version. */
  public boolean knows(String type, int schemaVersion) {
    TypeState state = byType.get(type);
    return state != null && schemaVersion <= state.schemaVersion;
  }

  /** As {@link #knows}, as a condition on items; empty without handlers. */
  public Optional<QueryPredicate> known() {
    SortedMap<Integer, List<Object>> byVersion = new TreeMap<>();
    byType.forEach(
        (type, state) ->
            byVersion.computeIfAbsent(state.schemaVersion, none -> new ArrayList<>()).add(type));
    List<QueryPredicate> any = new ArrayList<>();
    byVersion.forEach(
        (version, types) -> {
          for (int from = 0; from < types.size(); from += QueryPredicate.VALUES_MAX) {
            int end = Math.min(types.size(), from + QueryPredicate.VALUES_MAX);
            any.add(
                and(
                    in(field("type"), types.subList(from, end).toArray()),
                    lessOrEqual(field("schema_version"), version)));
          }
        });
    return any.size() < 2 ? any.stream().findFirst() : Optional.of(new QueryPredicate.Or(any));
  }

  /** The highest schema version of the type that its handler reads; zero without a handler. */
  public int versionKnown(String type) {
    TypeState state = byType.get(type);
    return state == null ? 0 : state.schemaVersion;
  }

  /** Makes the type count as saturated until {@link #wake}. Calls add up. */
  public synchronized void rest(String type) {
    TypeState state = byType.get(type);
    if (state != null) {
      state.resting++;
    }
  }

  /** Ends one call of {@link #rest}. */
  public synchronized void wake(String type) {
    TypeState state = byType.get(type);
    if (state != null) {
      state.resting--;
    }
  }

  /** Whether the type is at its concurrency limit. */
  public synchronized boolean full(String type) {
    TypeState state = byType.get(type);
    return state != null && state.full();
  }

  /** Whether a type is at its concurrency limit. */
  synchronized boolean saturated() {
    return byType.values().stream().anyMatch(TypeState::full);
  }

  /** The names of the types that are at their concurrency limits. */
  public synchronized Set<String> fullTypes() {
    Set<String> full = new TreeSet<>();
    byType.forEach(
        (type, state) -> {
          if (state.full()) {
            full.add(type);
          }
        });
    return full;
  }

  /** The number of permits taken, of all types together. */
  public synchronized int taken() {
    return byType.values().stream().mapToInt(state -> state.running).sum();
  }

  /** Gives an item's permit back. */
  public synchronized void release(String type) {
    TypeState state = byType.get(type);
    if (state != null) {
      state.running--;
    }
  }

  /** The permits of one visit; a call of {@link Permits#keep} must follow. */
  public Permits permits() {
    return new Permits();
  }

  /** Takes a permit for one item; false if its type is unknown or at its limit. */
  public synchronized boolean tryAcquire(String type) {
    TypeState state = byType.get(type);
    if (state == null || state.full()) {
      return false;
    }
    state.running++;
    return true;
  }

  /**
   * The permits of one visit. A visit's transaction may run again and ask for the same items again,
   * so permits are held by item.
   */
  public final class Permits implements Predicate<IndexedItem> {
    private final Map<String, IndexedItem> granted = new HashMap<>();
    private final Map<TypeVersion, Instant> unknown = new LinkedHashMap<>();
    private boolean metThrottled;

    @Override
    public boolean test(IndexedItem item) {
      synchronized (Throttle.this) {
        if (granted.containsKey(item.id())) {
          return true;
        }
        if (!knows(item.type(), item.schemaVersion())) {
          unknown.merge(TypeVersion.of(item), item.vesting(), Permits::earlier);
          return false;
        }
        if (tryAcquire(item.type())) {
          granted.put(item.id(), item);
          return true;
        }
        metThrottled = true;
        return false;
      }
    }

    /** Keeps the permits of the items that were leased and gives the others back. */
    public void keep(Set<String> taken) {
      synchronized (Throttle.this) {
        granted.values().stream()
            .filter(item -> !taken.contains(item.id()))
            .forEach(item -> release(item.type()));
      }
    }

    /**
     * The vesting time of an item before it was leased; null for an item that the visit did not
     * see.
     */
    public @Nullable Instant vested(String id) {
      synchronized (Throttle.this) {
        IndexedItem item = granted.get(id);
        return item == null ? null : item.vesting();
      }
    }

    boolean metUnknown() {
      synchronized (Throttle.this) {
        return !unknown.isEmpty();
      }
    }

    /**
     * The types of items that were refused because no handler here reads them, each with the
     * earliest vesting time of such an item.
     */
    public Map<TypeVersion, Instant> unknown() {
      synchronized (Throttle.this) {
        return new LinkedHashMap<>(unknown);
      }
    }

    private static Instant earlier(Instant one, Instant other) {
      return one.isBefore(other) ? one : other;
    }

    public boolean metThrottled() {
      synchronized (Throttle.this) {
        return metThrottled;
      }
    }
  }
}
