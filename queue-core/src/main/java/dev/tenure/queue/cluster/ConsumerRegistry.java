package dev.tenure.queue.cluster;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.Clocks;
import dev.tenure.queue.TypeNews;
import dev.tenure.queue.pointer.ClockReading;
import dev.tenure.queue.proto.ClusterConsumer;
import dev.tenure.queue.proto.SequentialScan;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The consumers of one cluster, and the lease on the sequential scan of each shard: one scanner
 * goes through the shard in order, so that no pointer starves (paper section 6). Both are records
 * in ClusterDB. Thread-safe.
 */
public final class ConsumerRegistry {
  /** The time without a heartbeat after which a consumer counts as dead, measured by versions. */
  public static final Duration LIVE = Duration.ofSeconds(15);

  /** After this long without a heartbeat, the next heartbeat of another deletes the record. */
  private static final Duration FORGOTTEN = Duration.ofMinutes(10);

  private static final int CONSUMERS_MAX = 1_000;

  /** A clock reading is dropped when the read version took longer than this. */
  private static final Duration READING_MAX = Duration.ofSeconds(2);

  private static final RunOptions RUN = RunOptions.defaults().withIdempotent(true);

  private final QueueCluster cluster;
  private volatile List<ConsumerInfo> diedAhead = List.of();
  private @Nullable ClockReading fastest;

  ConsumerRegistry(QueueCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Announces a consumer and its types, and deletes the records of consumers that died long ago, in
   * one transaction. Also reads how many shards the cluster has.
   *
   * @return the live consumers, this one included
   */
  public CompletableFuture<List<ConsumerInfo>> heartbeat(ConsumerInfo self) {
    return cluster
        .database()
        .run(
            RUN.withName("heartbeat"),
            context ->
                clock(context)
                    .thenCompose(
                        reading ->
                            cluster
                                .space()
                                .openClusterStore(context)
                                .thenCompose(store -> heartbeat(store, timed(self, reading)))))
        .thenApply(this::learnTime);
  }

  private ConsumerInfo timed(ConsumerInfo self, Optional<ClockReading> reading) {
    return self.withContentFormatMax(cluster.database().contentFormatMax())
        .withTimes(
            reading,
            reading.map(
                it ->
                    leasingTime(
                        new ClockReading(
                            cluster.space().time().corrected(it.clock()), it.version()),
                        self.itemLease())));
  }

  /**
   * The time that this process goes by. When it has just put its clock back, the time from before:
   * until leases are extended, or have ended, they end by that time.
   */
  private synchronized ClockReading leasingTime(ClockReading now, Duration itemLease) {
    ClockReading before = fastest == null ? now : fastest;
    long version = now.version();
    boolean isAhead = before.at(version).isAfter(now.clock().plus(Clocks.APART_MAX));
    boolean isRecent = before.age(version).compareTo(itemLease.multipliedBy(2)) <= 0;
    fastest = isAhead && isRecent ? before : now;
    return new ClockReading(fastest.at(version), version);
  }

  /** The clock at the time of the read version; empty when that took too long. */
  private CompletableFuture<Optional<ClockReading>> clock(RecordContext context) {
    Instant before = cluster.space().time().uncorrected();
    return context
        .readVersion()
        .thenApply(
            version -> {
              Duration took = Duration.between(before, cluster.space().time().uncorrected());
              return took.isNegative() || took.compareTo(READING_MAX) > 0
                  ? Optional.empty()
                  : Optional.of(new ClockReading(before.plus(took.dividedBy(2)), version));
            });
  }

  /** The consumer as it is written, the live consumers, and the others that have a record. */
  private record Beat(ConsumerInfo self, List<ConsumerInfo> live, List<ConsumerInfo> silent) {}

  private CompletableFuture<Beat> heartbeat(RecordStore store, ConsumerInfo self) {
    return allAndShards(store)
        .thenCompose(
            before -> {
              diedAhead = deadAndAhead(before, store.context().now());
              forgetDead(store, before);
              return saveFormer(store, before, self)
                  .thenCompose(kept -> store.save(self.stored()))
                  .thenCompose(saved -> new AnnouncedTypes(store).announce(self))
                  .thenApply(done -> beat(self, before, store.context().now()));
            });
  }

  /**
   * Keeps, under another id, the consumer's record from before its restart when its clock was
   * ahead, or the time that it told before its clock was put back. The items that it held are
   * looked for when that record counts as dead: since the answer to a visit was lost, or the store
   * cannot be opened any more, it may hold items that it can neither extend nor end.
   */
  private static CompletableFuture<Void> saveFormer(
      RecordStore store, List<ConsumerInfo> before, ConsumerInfo self) {
    Instant now = store.context().now();
    return save(
        store,
        find(before, self.id())
            .flatMap(
                it ->
                    it.startedAt().toEpochMilli() == self.startedAt().toEpochMilli()
                        ? self.withPutBack(it)
                        : formerAhead(before, it, now)));
  }

  /**
   * The consumer's record under another id, when its clock is ahead. The clock of this process may
   * be as wrong as that one, so the others' clocks count too.
   */
  private static Optional<ConsumerInfo> formerAhead(
      List<ConsumerInfo> known, ConsumerInfo consumer, Instant now) {
    Instant slowest =
        known.stream()
            .filter(it -> !it.id().equals(consumer.id()))
            .flatMap(it -> it.clockAt(now).stream())
            .filter(shown -> shown.isBefore(now))
            .min(Comparator.naturalOrder())
            .orElse(now);
    return Optional.of(consumer)
        .filter(it -> it.wasAheadOf(slowest, now))
        .map(ConsumerInfo::former);
  }

  private static Optional<ConsumerInfo> find(List<ConsumerInfo> known, String id) {
    return known.stream().filter(it -> it.id().equals(id)).findFirst();
  }

  private static CompletableFuture<Void> save(RecordStore store, Optional<ConsumerInfo> consumer) {
    return consumer
        .map(it -> store.save(it.stored()).<Void>thenApply(saved -> null))
        .orElseGet(() -> CompletableFuture.completedFuture(null));
  }

  private List<ConsumerInfo> learnTime(Beat beat) {
    List<ClockReading> former =
        beat.silent().stream().flatMap(each -> each.clock().stream()).toList();
    Map<String, Instant> startedAt = new TreeMap<>();
    beat.live().forEach(each -> startedAt.put(each.id(), each.startedAt()));
    beat.self()
        .clock()
        .ifPresent(own -> cluster.space().time().learn(own, clocks(beat), startedAt, former));
    return beat.live();
  }

  private static Map<String, ClockReading> clocks(Beat beat) {
    Map<String, ClockReading> clocks = new TreeMap<>();
    for (ConsumerInfo other : beat.live()) {
      if (!other.id().equals(beat.self().id())) {
        other.clock().ifPresent(clock -> clocks.put(other.id(), clock));
      }
    }
    return clocks;
  }

  private static Beat beat(ConsumerInfo self, List<ConsumerInfo> before, Instant now) {
    List<ConsumerInfo> silent =
        before.stream()
            .filter(other -> !isLive(other, now) && !other.id().equals(self.id()))
            .toList();
    return new Beat(self, liveWith(self, before, now), silent);
  }

  private static List<ConsumerInfo> liveWith(
      ConsumerInfo self, List<ConsumerInfo> before, Instant now) {
    return Stream.concat(
            live(before, now).stream().filter(other -> !other.id().equals(self.id())),
            Stream.of(self))
        .sorted(Comparator.comparing(ConsumerInfo::id))
        .toList();
  }

  private static List<ConsumerInfo> live(List<ConsumerInfo> consumers, Instant now) {
    return consumers.stream().filter(consumer -> isLive(consumer, now)).toList();
  }

  private void forgetDead(RecordStore store, List<ConsumerInfo> consumers) {
    Instant limit = store.context().now().minus(FORGOTTEN);
    consumers.stream()
        .filter(consumer -> consumer.heartbeat().isBefore(limit) && !diedAhead.contains(consumer))
        .map(consumer -> store.recordKey(ClusterSchema.CONSUMER, Tuple.from(consumer.id())))
        .forEach(key -> store.context().clear(key));
  }

  private static List<ConsumerInfo> deadAndAhead(List<ConsumerInfo> consumers, Instant now) {
    return consumers.stream()
        .filter(consumer -> !isLive(consumer, now) && consumer.stranded(now).isPresent())
        .toList();
  }

  /**
   * The dead consumers whose leases may end, by time, long after they have ended by version, as the
   * last heartbeat of this process has seen.
   */
  public List<ConsumerInfo> diedAhead() {
    return diedAhead;
  }

  /**
   * Ends the record of a consumer that stops. When its clock was ahead, the record stays under
   * another id: a visit whose answer was lost may have leased items, which this consumer does not
   * know of, and which wait by that clock.
   */
  public CompletableFuture<Void> leave(String id) {
    return run(
        "leave",
        store ->
            all(store)
                .thenCompose(
                    known ->
                        save(
                            store,
                            find(known, id)
                                .flatMap(it -> formerAhead(known, it, store.context().now()))))
                .thenCompose(saved -> delete(store, id)));
  }

  /** Deletes the record of a dead consumer. */
  public CompletableFuture<Void> forget(String id) {
    return run("forget", store -> delete(store, id));
  }

  private static CompletableFuture<Void> delete(RecordStore store, String id) {
    return store.delete(ClusterSchema.CONSUMER, Tuple.from(id)).thenApply(done -> null);
  }

  /**
   * Consumers with a heartbeat within {@link #LIVE}, by id. Also reads how many shards the cluster
   * has.
   */
  public CompletableFuture<List<ConsumerInfo>> live() {
    return cluster.read(
        context ->
            cluster
                .space()
                .openClusterStore(context)
                .thenCompose(this::allAndShards)
                .thenApply(consumers -> live(consumers, context.now())));
  }

  /** Whether the consumer's last heartbeat is within {@link #LIVE} of the time. */
  public static boolean isLive(ConsumerInfo consumer, Instant now) {
    return !consumer.heartbeat().isBefore(now.minus(LIVE));
  }

  /**
   * All consumers with a record, by id; dead ones keep theirs for ten minutes. In the caller's
   * transaction, by snapshot.
   *
   * @param clusterStore the open ClusterDB
   */
  public CompletableFuture<List<ConsumerInfo>> known(RecordStore clusterStore) {
    return all(clusterStore);
  }

  /**
   * The live consumers among these that cannot open a store with leases of visits, by their ids.
   */
  static List<String> withoutVisitLeases(List<ConsumerInfo> consumers, Instant now) {
    return live(consumers, now).stream()
        .filter(consumer -> !consumer.knowsVisitLeases())
        .map(ConsumerInfo::id)
        .toList();
  }

  /** As {@link #withoutVisitLeases(List, Instant)}, in the caller's transaction, by snapshot. */
  CompletableFuture<List<String>> withoutVisitLeases(RecordContext context) {
    return cluster
        .space()
        .openClusterStore(context)
        .thenCompose(ConsumerRegistry::all)
        .thenApply(consumers -> withoutVisitLeases(consumers, context.now()));
  }

  /**
   * The time by the slowest clock of a consumer with a record, or by this process's clock if that
   * is earlier. For processes without a consumer, which hear of no other clock. In the caller's
   * transaction, by snapshot.
   */
  CompletableFuture<Instant> slowestClock(RecordContext context) {
    return cluster
        .space()
        .openClusterStore(context)
        .thenCompose(ConsumerRegistry::all)
        .thenCombine(
            context.readVersion(),
            (consumers, version) ->
                consumers.stream()
                    .flatMap(consumer -> consumer.clock().stream())
                    .map(clock -> clock.at(version))
                    .filter(shown -> shown.isBefore(context.now()))
                    .min(Comparator.naturalOrder())
                    .orElse(context.now()));
  }

  /**
   * Whether a live consumer runs the type at that schema version or a higher one, and when one was
   * last announced, to the minute. In the caller's transaction, which conflicts with a first
   * announcement that commits meanwhile.
   *
   * @param clusterStore the open ClusterDB
   */
  public static CompletableFuture<TypeNews> news(
      RecordStore clusterStore, String type, int schemaVersion) {
    Instant now = clusterStore.context().now();
    return all(clusterStore)
        .thenCombine(
            new AnnouncedTypes(clusterStore).last(type, schemaVersion),
            (consumers, last) ->
                new TypeNews(
                    live(consumers, now).stream()
                        .anyMatch(consumer -> consumer.knows(type, schemaVersion)),
                    last));
  }

  /**
   * Takes or extends the lease on the sequential scan of a shard.
   *
   * @return false when another consumer holds it
   */
  public CompletableFuture<Boolean> holdSequentialScan(int shard, String consumer, Duration lease) {
    return run(
        "hold-scan",
        store ->
            store
                .context()
                .readVersion()
                .thenCompose(version -> holdScan(store, shard, consumer, lease, version)));
  }

  private static CompletableFuture<Boolean> holdScan(
      RecordStore store, int shard, String consumer, Duration lease, long version) {
    Instant now = store.context().now();
    return store
        .load(ClusterSchema.SCAN, Tuple.from(shard))
        .thenCompose(
            found -> {
              Optional<SequentialScan> held =
                  found.map(stored -> (SequentialScan) stored.message());
              if (held.isPresent() && !free(held.get(), consumer, now, version, lease)) {
                return CompletableFuture.completedFuture(false);
              }
              SequentialScan mine =
                  SequentialScan.newBuilder()
                      .setShard(shard)
                      .setConsumer(consumer)
                      .setUntilMillis(now.plus(lease).toEpochMilli())
                      .setGrantedVersion(version)
                      .build();
              return store.save(mine).thenApply(saved -> true);
            });
  }

  /**
   * Whether the lease is the consumer's own, or has ended by wall time and by version. When its end
   * by time is so late that its holder's clock was ahead, only versions count.
   */
  private static boolean free(
      SequentialScan held, String consumer, Instant now, long version, Duration lease) {
    Instant until = Instant.ofEpochMilli(held.getUntilMillis());
    boolean isOver = !until.isAfter(now) || until.isAfter(now.plus(lease).plus(Clocks.APART_MAX));
    return held.getConsumer().equals(consumer)
        || (isOver && version >= Clocks.leaseEnd(held.getGrantedVersion(), lease.toMillis()));
  }

  /** Releases the lease. Does nothing when another consumer holds it. */
  public CompletableFuture<Void> releaseSequentialScan(int shard, String consumer) {
    return run(
        "release-scan",
        store ->
            store
                .load(ClusterSchema.SCAN, Tuple.from(shard))
                .thenAccept(
                    found ->
                        found
                            .filter(
                                stored ->
                                    ((SequentialScan) stored.message())
                                        .getConsumer()
                                        .equals(consumer))
                            .ifPresent(store::delete)));
  }

  private CompletableFuture<List<ConsumerInfo>> allAndShards(RecordStore store) {
    return all(store)
        .thenCombine(
            ClusterSchema.settings(store),
            (consumers, settings) -> {
              cluster.noteShards(settings.getShards());
              cluster
                  .space()
                  .leaseTogether(
                      settings.getVisitLeases()
                          && cluster.database().contentFormatMax()
                              >= QueueSchema.VISIT_LEASES_FORMAT);
              return consumers;
            })
        .thenCombine(
            cluster.applicationShards().read(store.context()),
            (consumers, owned) -> {
              cluster.space().plan(owned);
              return consumers;
            });
  }

  private static CompletableFuture<List<ConsumerInfo>> all(RecordStore store) {
    ScanOptions options =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(CONSUMERS_MAX);
    RecordContext context = store.context();
    return store
        .scan(ClusterSchema.CONSUMER, TupleRange.all(), Continuation.START, options)
        .map(stored -> (ClusterConsumer) stored.message())
        .asList()
        .thenCombine(
            context.readVersion(),
            (rows, version) ->
                rows.stream().map(row -> ConsumerInfo.of(row, context.now(), version)).toList());
  }

  private <T> CompletableFuture<T> run(
      String name, Function<RecordStore, ? extends CompletionStage<T>> body) {
    return cluster
        .database()
        .run(
            RUN.withName(name),
            context -> cluster.space().openClusterStore(context).thenCompose(body));
  }
}
