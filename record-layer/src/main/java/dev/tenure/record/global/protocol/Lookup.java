package dev.tenure.record.global.protocol;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.ShardDownException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Reads data records. A read by a secondary key reads the index record, and then the data record to
 * which that refers. If the data record does not own the key, the index record is garbage; no
 * record owns the key then, since no index record is ever missing. When the index shard is down,
 * the read asks all data shards, which use their local indexes.
 */
public final class Lookup {
  private static final int PAGE = 100;

  private final Steps steps;
  private final KeyDefinitions definitions;
  private final Consumer<IndexKey> suspects;

  public Lookup(Steps steps, KeyDefinitions definitions, Consumer<IndexKey> suspects) {
    this.steps = steps;
    this.definitions = definitions;
    this.suspects = suspects;
  }

  /** Reads a data record. A dummy counts as absent. */
  public CompletableFuture<Optional<DataRecord>> read(PrimaryKey pk) {
    return steps.readData(pk).thenApply(read -> read.filter(record -> !record.isDummy()));
  }

  /**
   * The record that owns an alternate key.
   *
   * @throws IllegalArgumentException when the key may have many owners
   * @return fails with KEY_NOT_READABLE, KEY_VIOLATED or SHARD_DOWN
   */
  public CompletableFuture<Optional<DataRecord>> read(SecondaryKey ak) {
    KeyDefinition definition = definitions.require(ak);
    if (!definition.unique()) {
      throw new IllegalArgumentException(
          "many records may own the secondary key " + ak + "; use readAll");
    }
    if (definition.state() != KeyDefinition.State.READABLE) {
      return CompletableFuture.failedFuture(notReadable(ak));
    }
    if (steps.isKnownDown(ak)) {
      return askForOwner(ak);
    }
    return steps
        .readIndex(IndexKey.alternate(ak))
        .thenCompose(
            ir ->
                ir.isPresent()
                    ? follow(ir.get())
                    : CompletableFuture.completedFuture(Optional.<DataRecord>empty()))
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof ShardDownException
                    ? askForOwner(ak)
                    : CompletableFuture.failedFuture(error));
  }

  /**
   * All records that own a secondary key, in the order of their primary keys. Each of them owned it
   * at some instant during the call.
   *
   * @return fails as {@link #read(SecondaryKey)}
   */
  public CompletableFuture<List<DataRecord>> readAll(SecondaryKey key) {
    KeyDefinition definition = definitions.require(key);
    if (definition.unique()) {
      return read(key).thenApply(found -> found.stream().toList());
    }
    if (definition.state() != KeyDefinition.State.READABLE) {
      return CompletableFuture.failedFuture(notReadable(key));
    }
    if (steps.isKnownDown(key)) {
      return askAllShards(key);
    }
    List<IndexRecord> entries = new ArrayList<>();
    return scan(new IndexKey(key, ""), key, entries)
        .thenCompose(
            scanned ->
                AsyncLoop.all(entries.stream().map(this::follow).toList())
                    .thenApply(found -> found.stream().flatMap(Optional::stream).toList()))
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof ShardDownException
                    ? askAllShards(key)
                    : CompletableFuture.failedFuture(error));
  }

  /**
   * The next records that own a shared key, in the order of their primary keys.
   *
   * @param after the {@code last} of the page before; empty to begin
   * @param most the most index records to follow; garbage among them makes the page shorter
   * @throws IllegalArgumentException when the key has one owner, or {@code most} is below 1
   * @return fails as {@link #read(SecondaryKey)}
   */
  public CompletableFuture<SharedPage> readPage(
      SecondaryKey key, Optional<PrimaryKey> after, int most) {
    KeyDefinition definition = definitions.require(key);
    if (definition.unique() || most < 1) {
      throw new IllegalArgumentException(
          "a page of "
              + most
              + " owners of the key "
              + key
              + "; expected a shared key, at least 1");
    }
    if (definition.state() != KeyDefinition.State.READABLE) {
      return CompletableFuture.failedFuture(notReadable(key));
    }
    IndexKey begin = new IndexKey(key, after.map(PrimaryKey::value).orElse(""));
    return steps
        .scanIndex(key, begin, most)
        .thenCompose(
            scanned -> {
              List<IndexRecord> entries =
                  scanned.stream().filter(each -> each.key().key().equals(key)).toList();
              Optional<PrimaryKey> last =
                  entries.size() < most
                      ? Optional.empty()
                      : Optional.of(entries.get(most - 1).owner());
              return AsyncLoop.all(entries.stream().map(this::follow).toList())
                  .thenApply(
                      found ->
                          new SharedPage(found.stream().flatMap(Optional::stream).toList(), last));
            })
        .exceptionallyCompose(
            error ->
                FdbErrorPredicates.unwrap(error) instanceof ShardDownException
                    ? askAllShards(key).thenApply(found -> SharedPage.of(found, after, most))
                    : CompletableFuture.failedFuture(error));
  }

  private CompletableFuture<Void> scan(
      IndexKey after, SecondaryKey key, List<IndexRecord> entries) {
    return steps
        .scanIndex(key, after, PAGE)
        .thenCompose(
            page -> {
              for (IndexRecord each : page) {
                if (!each.key().key().equals(key)) {
                  return CompletableFuture.completedFuture(null);
                }
                entries.add(each);
              }
              return page.size() < PAGE
                  ? CompletableFuture.completedFuture(null)
                  : scan(page.get(page.size() - 1).key(), key, entries);
            });
  }

  /** The record that an index record refers to, if it owns the key. */
  private CompletableFuture<Optional<DataRecord>> follow(IndexRecord ir) {
    return steps
        .readData(ir.owner())
        .thenApply(
            pdr -> {
              if (Cleaner.isValid(ir, pdr)) {
                return pdr;
              }
              suspects.accept(ir.key());
              return Optional.empty();
            });
  }

  /** All data shards at once. Between two owners of a key there is an instant without an owner. */
  private CompletableFuture<List<DataRecord>> askAllShards(SecondaryKey key) {
    List<CompletableFuture<List<DataRecord>>> asked = new ArrayList<>();
    for (DataShard shard : steps.shards().data()) {
      asked.add(Steps.answered(shard.find(key)));
    }
    return AsyncLoop.all(asked)
        .thenApply(
            found ->
                found.stream()
                    .flatMap(List::stream)
                    .filter(record -> !record.isDummy())
                    .sorted((left, right) -> left.key().compareTo(right.key()))
                    .toList());
  }

  /**
   * The owner by the local indexes. Several records are also found when the key passes from one to
   * the next while the shards are asked. The records that are unchanged afterwards owned the key at
   * one instant.
   */
  private CompletableFuture<Optional<DataRecord>> askForOwner(SecondaryKey ak) {
    return askAllShards(ak)
        .thenCompose(
            found ->
                found.size() < 2
                    ? CompletableFuture.completedFuture(found.stream().findFirst())
                    : AsyncLoop.all(found.stream().map(each -> steps.readData(each.key())).toList())
                        .thenApply(again -> onlyOne(ak, found, again)));
  }

  private static Optional<DataRecord> onlyOne(
      SecondaryKey ak, List<DataRecord> found, List<Optional<DataRecord>> again) {
    List<DataRecord> unchanged =
        found.stream().filter(each -> again.contains(Optional.of(each))).toList();
    if (unchanged.size() > 1) {
      throw new GlobalIndexException(
          Reason.KEY_VIOLATED,
          unchanged.size() + " records own the alternate key " + ak + "; a repair reports them");
    }
    return Optional.of(unchanged.isEmpty() ? found.get(0) : unchanged.get(0));
  }

  private static GlobalIndexException notReadable(SecondaryKey key) {
    return new GlobalIndexException(
        Reason.KEY_NOT_READABLE,
        "the secondary key "
            + key
            + " is being added or dropped; records are found by it while it is READABLE");
  }
}
