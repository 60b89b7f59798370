package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinition.State;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.keys.KeyChangeReport;
import dev.tenure.record.global.keys.KeyChanges;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkProgress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The kinds of alternate keys of a directory, which may be added and dropped while it is in use,
 * one at a time. A change waits for two leases, and then rewrites every entry. It may be repeated
 * after a failure, by any process.
 */
public final class AlternateKinds {
  private final Parts parts;

  AlternateKinds(Parts parts) {
    this.parts = parts;
  }

  /** The kinds in force, and whether tenants can be found by them. */
  public CompletableFuture<List<KeyDefinition>> inForce() {
    return parts.entries().kinds().thenApply(KeyDefinitions::all);
  }

  /**
   * Adds a kind of key, which all processes must know by their options. Tenants may be given such
   * keys a lease later on, and be found by them when this has ended.
   *
   * @param derive gives the key of a tenant that has none of the kind yet. A key outside of the
   *     limits of {@link TenantDetails} ends the addition with {@code ALTERNATE_KINDS_DIFFER},
   *     naming the tenant
   * @param listener is told after each page of entries
   * @return how many tenants were given keys, and how many were refused one since another tenant
   *     owns it: then the kind is not complete, and this is to be repeated once those tenants have
   *     other keys. When the kind is there already, nothing is done. Fails with {@code
   *     ALTERNATE_KINDS_DIFFER} when another kind is being changed
   */
  public CompletableFuture<KeyChangeReport> add(
      String kind,
      Function<TenantEntry, Optional<String>> derive,
      Consumer<WalkProgress> listener) {
    parts.requireKind(kind);
    return change(
        kind,
        (changes, state) -> {
          if (state.equals(Optional.of(State.READABLE))) {
            return CompletableFuture.completedFuture(new KeyChangeReport(0, 0, Optional.empty()));
          }
          CompletableFuture<?> begun =
              state.equals(Optional.of(State.FILLING))
                  ? CompletableFuture.completedFuture(null)
                  : changes.add(KeyDefinition.alternate(kind));
          return begun.thenCompose(
              stored ->
                  changes.fill(
                      kind,
                      record -> derived(kind, derive, record),
                      WalkOptions.defaults(),
                      listener,
                      Optional.empty()));
        });
  }

  /** As {@link #add}, without a key for the tenants that there are. */
  public CompletableFuture<KeyChangeReport> add(String kind, Consumer<WalkProgress> listener) {
    return add(kind, entry -> Optional.empty(), listener);
  }

  private static Set<SecondaryKey> derived(
      String kind, Function<TenantEntry, Optional<String>> derive, DataRecord record) {
    if (!StoredEntry.isOfTenant(record.key())) {
      return Set.of();
    }
    TenantEntry entry = StoredEntry.of(record).toEntry();
    return derive.apply(entry).map(value -> derived(entry, kind, value)).orElse(Set.of());
  }

  /** An entry outside of the limits of {@link TenantDetails} could not be read any more. */
  private static Set<SecondaryKey> derived(TenantEntry entry, String kind, String value) {
    try {
      var unused = entry.details().withKey(kind, value);
      return Set.of(new SecondaryKey(kind, value));
    } catch (IllegalArgumentException e) {
      throw new QueueException(
          Code.ALTERNATE_KINDS_DIFFER,
          "tenant "
              + entry.tenant()
              + " cannot have the derived key "
              + kind
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /**
   * Drops a kind: tenants are not found by it from now on, and lose their keys of it. Then no
   * process needs to know it any more.
   *
   * @return fails with {@code ALTERNATE_KINDS_DIFFER} when there is no such kind, or when another
   *     one is being changed
   */
  public CompletableFuture<KeyChangeReport> drop(String kind, Consumer<WalkProgress> listener) {
    return change(
        kind,
        (changes, state) ->
            changes
                .drop(kind)
                .thenCompose(
                    stored ->
                        changes.empty(kind, WalkOptions.defaults(), listener, Optional.empty())));
  }

  /**
   * @param run is given the stored state of the kind
   */
  private CompletableFuture<KeyChangeReport> change(
      String kind,
      BiFunction<KeyChanges, Optional<State>, CompletableFuture<KeyChangeReport>> run) {
    return parts
        .entries()
        .upkeep(
            "kind of key " + kind,
            upkeep ->
                StoredKeys.require(upkeep.home())
                    .thenApply(stored -> stored.definitions().find(kind).map(KeyDefinition::state))
                    .thenCompose(state -> run.apply(new KeyChanges(upkeep), state)))
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(told(error)));
  }

  private static Throwable told(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof IllegalStateException
        ? new QueueException(Code.ALTERNATE_KINDS_DIFFER, String.valueOf(plain.getMessage()), plain)
        : plain;
  }
}
