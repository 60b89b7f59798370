package dev.tenure.record.global.upkeep;

import com.google.protobuf.ByteString;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.GlobalIndexException.Reason;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Shards;
import dev.tenure.record.global.Version;
import dev.tenure.record.global.client.Generations;
import dev.tenure.record.global.protocol.Steps;
import dev.tenure.record.global.settings.KeysLease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The objects that every run over a whole global index needs. Safe for use by many threads. */
public final class Upkeep {
  private static final PrimaryKey ID = PrimaryKey.reserved("deployment");
  private static final Duration CEILING_STEP = Duration.ofSeconds(10);

  private final Generations generations;
  private final Supplier<CompletableFuture<Protocol>> protocol;
  private final Shards stores;
  private final InstantSource clock;
  private final ScheduledExecutorService timer;

  private Upkeep(
      Generations generations,
      Supplier<CompletableFuture<Protocol>> protocol,
      Shards stores,
      InstantSource clock,
      ScheduledExecutorService timer) {
    this.generations = generations;
    this.protocol = protocol;
    this.stores = stores;
    this.clock = clock;
    this.timer = timer;
  }

  /**
   * Starts the upkeep of shards. Draws a client id; at the first upkeep of these shards, also draws
   * and stores their deployment id.
   *
   * @param clock for the age of dummies and for pauses
   * @param timer ends the pauses
   * @param random draws the deployment id
   * @return fails with CONFLICT when another client starts at the same time, or with SHARD_DOWN
   */
  public static CompletableFuture<Upkeep> start(
      Shards shards,
      KeyDefinitions definitions,
      InstantSource clock,
      ScheduledExecutorService timer,
      RandomGenerator random) {
    return start(
        shards,
        clock,
        timer,
        random,
        layout -> {
          Protocol only = Protocol.of(layout, shards, definitions, Optional.empty());
          return () -> CompletableFuture.completedFuture(only);
        });
  }

  /**
   * As {@link #start}, for shards with stored keys.
   *
   * @param millis a monotonic clock for the lease of the definitions, as {@link KeysLease#start}
   * @return fails with METADATA_ABSENT when no definitions are stored
   */
  public static CompletableFuture<Upkeep> startStored(
      Shards shards,
      InstantSource clock,
      LongSupplier millis,
      ScheduledExecutorService timer,
      RandomGenerator random) {
    return KeysLease.start(shards, millis)
        .thenCompose(
            lease ->
                start(
                    shards,
                    clock,
                    timer,
                    random,
                    layout ->
                        () ->
                            lease
                                .current()
                                .thenApply(
                                    keys ->
                                        Protocol.of(
                                            layout + "/keys-" + keys.keys().version(),
                                            keys.shards(),
                                            keys.keys().definitions(),
                                            keys.placed()))));
  }

  private static CompletableFuture<Upkeep> start(
      Shards shards,
      InstantSource clock,
      ScheduledExecutorService timer,
      RandomGenerator random,
      Function<String, Supplier<CompletableFuture<Protocol>>> protocol) {
    DataShard home = shards.data().get(0);
    return Generations.draw(home, clock, CEILING_STEP)
        .thenCompose(
            generations ->
                id(home, random)
                    .thenApply(
                        id -> {
                          String layout =
                              id + "/" + shards.data().size() + "/" + shards.index().size();
                          return new Upkeep(
                              generations, protocol.apply(layout), shards, clock, timer);
                        }));
  }

  private static CompletableFuture<String> id(DataShard home, RandomGenerator random) {
    return Steps.answered(home.read(ID))
        .thenCompose(
            read -> {
              if (read.isPresent()) {
                return CompletableFuture.completedFuture(read.get().value().toStringUtf8());
              }
              String id = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
              Version first = new Version(new Generation(0, 0), 1);
              return written(
                      home,
                      ConditionalWrite.insert(
                          DataRecord.reserved(ID, first, ByteString.copyFromUtf8(id))))
                  .thenApply(stored -> id);
            });
  }

  /** The protocol with the present state of shards and keys. */
  public CompletableFuture<Protocol> protocol() {
    return protocol.get();
  }

  /** The shard that holds the reserved records. */
  public DataShard home() {
    return stores.data().get(0);
  }

  /** The shards as they store records, regardless of slots. */
  public Shards stores() {
    return stores;
  }

  public InstantSource clock() {
    return clock;
  }

  /** A generation that no other record ever has. */
  public CompletableFuture<Generation> generation() {
    return generations.next();
  }

  /** Returns a future that completes after a duration. */
  public CompletableFuture<Void> pause(Duration duration) {
    CompletableFuture<Void> passed = new CompletableFuture<>();
    if (duration.isZero()) {
      passed.complete(null);
    } else {
      var unused =
          timer.schedule(() -> passed.complete(null), duration.toNanos(), TimeUnit.NANOSECONDS);
    }
    return passed;
  }

  /** Writes a reserved record; fails with CONFLICT when another writer was faster. */
  public static CompletableFuture<Void> written(
      DataShard shard, ConditionalWrite<PrimaryKey, DataRecord> write) {
    return Steps.answered(shard.write(write))
        .thenAccept(
            written -> {
              if (!written) {
                throw new GlobalIndexException(
                    Reason.CONFLICT, "another process has written " + write.key() + " meanwhile");
              }
            });
  }

  /** The reason of a failed call; empty when the error is no {@link GlobalIndexException}. */
  public static Optional<Reason> reason(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof GlobalIndexException own
        ? Optional.of(own.reason())
        : Optional.empty();
  }
}
