package dev.tenure.record.global.protocol;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.SharedTransaction;
import dev.tenure.record.global.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Creates and updates records in the paper's three phases:
 *
 * <pre>
 * 1. Read/Initialize Data Record  D  pdr; a create inserts a dummy [pk, g, 0, {}, {}] instead
 * 2. Persisting Index Records     I  [ak, pk, pdr.g, pdr.v] for each new key, in parallel
 * 3. Persist Data Record          D  [pk, pdr.g, pdr.v + 1, aks, val] if pdr is unchanged
 * </pre>
 *
 * <p>A create inserts first, and reads only when the insert finds a stored record. So a create that
 * succeeds saves the read.
 *
 * <p>There are three short cuts. A create without keys is one insert. An update without new keys
 * skips phase 2. A record whose new index records lie in the database of its data shard is written
 * in one transaction.
 */
public final class Writer {
  private final Steps steps;
  private final KeyDefinitions definitions;
  private final IndexPhase indexPhase;
  private final Consumer<IndexKey> suspects;

  /**
   * @param writesWhileDown whether a key is written, marked as unindexed, when its index shard is
   *     down; uniqueness is then lost until the record is repaired
   * @param suspects is told of index records that may be garbage now
   */
  public Writer(
      Steps steps,
      KeyDefinitions definitions,
      boolean writesWhileDown,
      Consumer<IndexKey> suspects) {
    this.steps = steps;
    this.definitions = definitions;
    this.indexPhase = new IndexPhase(steps, definitions, writesWhileDown);
    this.suspects = suspects;
  }

  /**
   * Creates a record.
   *
   * @param generation a generation that no other create ever used
   * @return fails with RECORD_EXISTS, KEY_TAKEN, CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<DataRecord> create(
      PrimaryKey pk, Content content, Generation generation) {
    content.keys().forEach(definitions::require);
    Optional<GlobalIndexException> down = indexPhase.knownDown(content.keys());
    if (down.isPresent()) {
      return CompletableFuture.failedFuture(down.get());
    }
    DataRecord dummy = DataRecord.dummy(pk, Version.first(generation));
    return createOver(Optional.empty(), dummy, content)
        .thenCompose(
            created ->
                created.isPresent()
                    ? CompletableFuture.completedFuture(created.get())
                    : steps.readData(pk).thenCompose(read -> createOverRead(read, dummy, content)));
  }

  private CompletableFuture<DataRecord> createOverRead(
      Optional<DataRecord> read, DataRecord dummy, Content content) {
    if (read.isPresent() && !read.get().isDummy()) {
      throw new GlobalIndexException(
          Reason.RECORD_EXISTS, "a record with the primary key " + dummy.key() + " exists already");
    }
    return createOver(read, dummy, content)
        .thenApply(created -> created.orElseThrow(() -> conflict(dummy.key())));
  }

  /**
   * Creates the record where no record is stored, or replaces a dummy that another create left.
   * That create then fails in its phase 3 if it is still under way.
   *
   * @return empty when a record is stored; then nothing was written
   */
  private CompletableFuture<Optional<DataRecord>> createOver(
      Optional<DataRecord> read, DataRecord dummy, Content content) {
    if (content.keys().isEmpty()) {
      DataRecord dr = next(dummy, content, Set.of());
      return steps
          .writeDataLast(ConditionalWrite.put(read, dr))
          .thenApply(written -> written ? Optional.of(dr) : Optional.empty());
    }
    return inOneTransaction(read, dummy, content)
        .thenCompose(
            written ->
                written.isPresent()
                    ? CompletableFuture.completedFuture(written)
                    : initialize(read, dummy, content));
  }

  /** Phase 1 of a create, and the phases that follow. */
  private CompletableFuture<Optional<DataRecord>> initialize(
      Optional<DataRecord> read, DataRecord dummy, Content content) {
    return steps
        .writeData(ConditionalWrite.put(read, dummy))
        .thenCompose(
            inserted ->
                inserted
                    ? persist(dummy, content).thenApply(Optional::of)
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  /**
   * Updates a record.
   *
   * @param change gives the new content of the record that was read
   * @return fails with RECORD_ABSENT, KEY_TAKEN, CONFLICT, SHARD_DOWN or OUTCOME_UNKNOWN
   */
  public CompletableFuture<DataRecord> update(PrimaryKey pk, Function<DataRecord, Content> change) {
    return steps
        .readData(pk)
        .thenCompose(
            read ->
                update(
                    read.filter(pdr -> !pdr.isDummy())
                        .orElseThrow(
                            () ->
                                new GlobalIndexException(
                                    Reason.RECORD_ABSENT,
                                    "there is no record with the primary key " + pk)),
                    change.apply(read.get())));
  }

  /** As {@link #update(PrimaryKey, Function)}, for a record that the caller has read. */
  public CompletableFuture<DataRecord> update(DataRecord pdr, Content content) {
    content.keys().forEach(definitions::require);
    if (newKeys(pdr, content).isEmpty()) {
      return persistDataRecord(Optional.of(pdr), next(pdr, content, Set.of()))
          .thenApply(dr -> suspectDropped(pdr, dr));
    }
    return inOneTransaction(Optional.of(pdr), pdr, content)
        .thenCompose(
            written ->
                written.isPresent()
                    ? CompletableFuture.completedFuture(written.get())
                    : persist(pdr, content))
        .thenApply(dr -> suspectDropped(pdr, dr));
  }

  /** Phases 2 and 3. A record beyond a limit of its shard is refused in phase 3. */
  private CompletableFuture<DataRecord> persist(DataRecord pdr, Content content) {
    Set<SecondaryKey> keys = newKeys(pdr, content);
    return indexPhase
        .persist(keys, pdr)
        .exceptionallyCompose(
            error ->
                removeDummy(pdr, keys)
                    .thenCompose(removed -> CompletableFuture.failedFuture(error)))
        .thenCompose(
            unindexed -> persistDataRecord(Optional.of(pdr), next(pdr, content, unindexed)))
        .exceptionallyCompose(
            error ->
                (FdbErrorPredicates.unwrap(error) instanceof IllegalArgumentException
                        ? removeDummy(pdr, keys)
                        : CompletableFuture.<Void>completedFuture(null))
                    .thenCompose(removed -> CompletableFuture.failedFuture(error)));
  }

  /** Phase 3, conditional on the record as phase 1 read or initialized it. */
  private CompletableFuture<DataRecord> persistDataRecord(Optional<DataRecord> pdr, DataRecord dr) {
    return steps
        .writeDataLast(ConditionalWrite.put(pdr, dr))
        .thenApply(
            written -> {
              if (!written) {
                dr.keys().forEach(key -> suspects.accept(indexKey(key, dr.key())));
                throw conflict(dr.key());
              }
              return dr;
            });
  }

  /** Tries to delete the dummy. A dummy that stays does no harm: the next create replaces it. */
  private CompletableFuture<Void> removeDummy(DataRecord pdr, Set<SecondaryKey> keys) {
    keys.forEach(key -> suspects.accept(indexKey(key, pdr.key())));
    return pdr.isDummy()
        ? steps.writeData(ConditionalWrite.delete(pdr)).handle((removed, error) -> null)
        : CompletableFuture.completedFuture(null);
  }

  /**
   * Writes all records in one transaction. Empty when the shards share no transaction, or when a
   * condition did not hold: the three phases then follow and find the reason.
   */
  private CompletableFuture<Optional<DataRecord>> inOneTransaction(
      Optional<DataRecord> read, DataRecord pdr, Content content) {
    Set<SecondaryKey> keys = newKeys(pdr, content);
    Optional<SharedTransaction> shared = sharedTransaction(pdr.key(), keys);
    if (shared.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    DataRecord dr = next(pdr, content, Set.of());
    List<ConditionalWrite<IndexKey, IndexRecord>> index = new ArrayList<>();
    for (SecondaryKey key : keys) {
      index.add(ConditionalWrite.insert(indexPhase.indexRecord(key, pdr)));
    }
    return Steps.last(shared.get().write(ConditionalWrite.put(read, dr), index))
        .thenApply(written -> written ? Optional.of(dr) : Optional.empty());
  }

  private Optional<SharedTransaction> sharedTransaction(PrimaryKey pk, Set<SecondaryKey> keys) {
    List<Integer> places = steps.shards().indexPlacesOf(keys.iterator().next());
    return places.size() == 1
            && keys.stream().allMatch(key -> steps.shards().indexPlacesOf(key).equals(places))
        ? steps.shards().dataOf(pk).sharedWith(steps.shards().index().get(places.get(0)))
        : Optional.empty();
  }

  /** The paper's dr.aks \ pdr.aks; a key of pdr without an index record counts as new. */
  private static Set<SecondaryKey> newKeys(DataRecord pdr, Content content) {
    Set<SecondaryKey> keys = new TreeSet<>(content.keys());
    keys.removeIf(key -> pdr.owns(key) && !pdr.unindexed().contains(key));
    return keys;
  }

  private static DataRecord next(DataRecord pdr, Content content, Set<SecondaryKey> unindexed) {
    return new DataRecord(
        pdr.key(), pdr.version().next(), content.keys(), unindexed, content.value());
  }

  private DataRecord suspectDropped(DataRecord pdr, DataRecord dr) {
    for (SecondaryKey key : pdr.keys()) {
      if (!dr.owns(key) && definitions.find(key.name()).isPresent()) {
        suspects.accept(indexKey(key, dr.key()));
      }
    }
    return dr;
  }

  private IndexKey indexKey(SecondaryKey key, PrimaryKey owner) {
    return definitions.indexKey(key, owner);
  }

  static GlobalIndexException conflict(PrimaryKey pk) {
    return new GlobalIndexException(
        Reason.CONFLICT, "another operation has changed the record " + pk + " meanwhile");
  }
}
