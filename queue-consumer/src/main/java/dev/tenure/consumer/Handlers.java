package dev.tenure.consumer;

import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The handlers of a consumer by the name of their work type. Immutable. */
public final class Handlers {
  private final Map<String, Registration<?>> byType;

  private Handlers(Map<String, Registration<?>> byType) {
    this.byType = byType;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The names of the types that can be run, in the order of registration. */
  public Set<String> types() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(byType.keySet()));
  }

  /**
   * The policy by which items of the type are run and retried; empty without a handler of the type.
   */
  public Optional<WorkPolicy> policy(String type) {
    return find(type).map(Registration::policy);
  }

  /** The types, each with the highest schema version that its handler reads. */
  public SortedMap<String, Integer> versions() {
    SortedMap<String, Integer> versions = new TreeMap<>();
    byType.forEach((name, each) -> versions.put(name, each.type().schemaVersion()));
    return versions;
  }

  public Optional<Registration<?>> find(String type) {
    return Optional.ofNullable(byType.get(type));
  }

  public List<Registration<?>> all() {
    return List.copyOf(new ArrayList<>(byType.values()));
  }

  /** Collects handlers. Not thread-safe. */
  public static final class Builder {
    private final Map<String, Registration<?>> byType = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a handler.
     *
     * @throws IllegalArgumentException when the type's name has a handler already
     */
    public <P> Builder on(WorkType<P> type, ItemHandler<P> handler) {
      if (byType.putIfAbsent(type.name(), new Registration<>(type, handler)) != null) {
        throw new IllegalArgumentException(
            "work type \"" + type.name() + "\" has two handlers, it can have one");
      }
      return this;
    }

    /** Whether the type has a handler. */
    public boolean has(String type) {
      return byType.containsKey(type);
    }

    /**
     * Builds the handlers.
     *
     * @throws IllegalStateException without any handler
     */
    public Handlers build() {
      if (byType.isEmpty()) {
        throw new IllegalStateException("no handler was registered, at least one is needed");
      }
      return new Handlers(new LinkedHashMap<>(byType));
    }
  }
}
