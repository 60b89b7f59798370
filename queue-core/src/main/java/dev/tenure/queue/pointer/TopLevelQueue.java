package dev.tenure.queue.pointer;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.PeekView;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The top-level queues of a cluster as scanners read them: pointers, local items and nudges of a
 * shard, from index entries alone (paper section 6). Thread-safe.
 */
public final class TopLevelQueue {
  private static final String VESTING_INDEX = QueueSchema.VESTING_INDEX;
  private static final long POINTER_PRIORITY = 0;

  private final PointerSpace space;
  private final ApplicationNames names;

  public TopLevelQueue(PointerSpace space, ApplicationNames names) {
    this.space = space;
    this.names = names;
  }

  /** Reads the vested entries of a shard in one read-only transaction. */
  public CompletableFuture<TopLevelPeek> peek(int shard, TopLevelPeekRequest request) {
    RecordContext context =
        space.database().openContext(ContextOptions.defaults().withStaleness(request.staleness()));
    return context
        .bounded(
            context
                .readVersion()
                .thenCompose(
                    version ->
                        space
                            .openClusterStore(context)
                            .thenCompose(store -> new Peek(store, shard, request, version).run())))
        .whenComplete((peek, error) -> context.close());
  }

  /**
   * The first pointers of a shard by vesting time; in the caller's transaction, by snapshot.
   *
   * @param clusterStore the open ClusterDB
   * @param max the most pointers, 1 to 20,000
   */
  public CompletableFuture<List<PointerRef>> pointers(
      RecordStore clusterStore, int shard, int max) {
    QueueLimits.checkBetween("pointers max", max, 1, QueueLimits.PEEK_ITEMS_MAX);
    return new Peek(clusterStore, shard, TopLevelPeekRequest.of(max, Duration.ZERO), 0).refs();
  }

  /**
   * The pointers and local items of a shard that vest until a time, in the order of their keys, so
   * that pages miss none that moves meanwhile. In the caller's transaction, by snapshot.
   *
   * @param clusterStore the open ClusterDB
   * @param max how many are read at most, with those that vest later
   */
  public CompletableFuture<RecordCursor.Page<TopLevelEntry>> page(
      RecordStore clusterStore, int shard, Instant until, Continuation from, int max) {
    ScanOptions options = ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(max);
    return clusterStore
        .scan(
            Pointers.RECORD,
            TupleRange.prefix(Tuple.from(Pointers.shardZone(shard))),
            from,
            options)
        .map(Pointers::message)
        .asPage()
        .thenCompose(
            page ->
                named(clusterStore.context(), shard, page.items(), until)
                    .thenApply(
                        entries ->
                            new RecordCursor.Page<>(entries, page.reason(), page.continuation())));
  }

  private CompletableFuture<List<TopLevelEntry>> named(
      RecordContext context, int shard, List<QueueItem> rows, Instant until) {
    List<QueueItem> vested =
        rows.stream().filter(row -> !Pointers.vesting(row).isAfter(until)).toList();
    return AsyncLoop.all(vested.stream().map(row -> named(context, shard, row)).toList());
  }

  private CompletableFuture<TopLevelEntry> named(RecordContext context, int shard, QueueItem row) {
    Instant vesting = Pointers.vesting(row);
    if (!row.getType().equals(Pointers.TYPE)) {
      return CompletableFuture.completedFuture(
          new TopLevelEntry.Local(
              shard, row.getId(), row.getType(), row.getSchemaVersion(), vesting));
    }
    PointerId id = PointerId.parse(row.getId());
    return names
        .nameOf(context, id.applicationId())
        .thenApply(
            application ->
                new TopLevelEntry.Pointer(
                    new PointerRef(
                        id.applicationId(), new TenantId(application, id.user()), id.zone(), shard),
                    vesting));
  }

  /** Runs a transaction on the shard's zone, to enqueue, lease or complete local items. */
  public <T> CompletableFuture<T> runLocal(
      int shard, Function<? super QueueZone, ? extends CompletionStage<T>> body) {
    return space
        .database()
        .run(
            context -> {
              space.time().guard(context);
              return space
                  .openClusterStore(context)
                  .thenCompose(store -> body.apply(space.shardZone(store, shard)));
            });
  }

  /** One peek. */
  private final class Peek {
    private final RecordStore store;
    private final int shard;
    private final long fromMillis;
    private final int max;
    private final boolean ahead;
    private final long readVersion;
    private final long nowMillis;

    private volatile List<IndexEntry> vested = List.of();
    private volatile List<IndexedItem> local = List.of();
    private volatile boolean moreLocal;
    private volatile List<Nudges.Decoded> nudges = List.of();
    private volatile @Nullable Instant earliest;

    Peek(RecordStore store, int shard, TopLevelPeekRequest request, long readVersion) {
      this.store = store;
      this.shard = shard;
      Instant from = request.from();
      this.fromMillis = from.equals(Instant.MIN) ? 0 : Math.max(0, from.toEpochMilli());
      this.max = request.max();
      this.ahead = request.ahead();
      this.readVersion = readVersion;
      this.nowMillis = store.context().now().toEpochMilli();
    }

    CompletableFuture<TopLevelPeek> run() {
      RecordContext context = store.context();
      CompletableFuture<?>[] reads = {
        scan(pointers(fromMillis, nowMillis), max).thenAccept(rows -> vested = rows),
        space
            .shardZone(store, shard)
            .look(PeekRequest.first(max).withPriorityMin(1))
            .thenAccept(this::local),
        space
            .nudges()
            .between(context, shard, fromMillis, nowMillis, max)
            .thenAccept(rows -> nudges = rows),
        ahead ? lookAhead(context) : CompletableFuture.completedFuture(null)
      };
      return CompletableFuture.allOf(reads).thenCompose(done -> assemble());
    }

    /**
     * Reads when the next entry vests. Deleted keys of moved entries lie before it, which makes the
     * read slow.
     */
    private CompletableFuture<Void> lookAhead(RecordContext context) {
      CompletableFuture<Void> pointer =
          scan(pointers(nowMillis + 1, Long.MAX_VALUE), 1)
              .thenAccept(rows -> rows.forEach(row -> comes(vesting(row))));
      CompletableFuture<Void> nudge =
          space
              .nudges()
              .between(context, shard, nowMillis + 1, Long.MAX_VALUE, 1)
              .thenAccept(rows -> rows.forEach(row -> comes(row.vesting())));
      return CompletableFuture.allOf(pointer, nudge);
    }

    CompletableFuture<List<PointerRef>> refs() {
      return scan(pointers(0, Long.MAX_VALUE), max)
          .thenCompose(
              rows -> {
                List<PointerId> ids =
                    rows.stream().filter(Peek::isPointer).map(Peek::pointerId).toList();
                return applications(ids)
                    .thenApply(byId -> ids.stream().map(id -> ref(id, byId)).toList());
              });
    }

    private void local(PeekView view) {
      local = view.items();
      moreLocal = view.more();
      view.earliestUnvested().ifPresent(this::comes);
    }

    private synchronized void comes(Instant vesting) {
      if (earliest == null || vesting.isBefore(earliest)) {
        earliest = vesting;
      }
    }

    private CompletableFuture<TopLevelPeek> assemble() {
      boolean more = vested.size() >= max || nudges.size() >= max || moreLocal;
      List<PointerId> ids = new ArrayList<>();
      vested.stream().filter(Peek::isPointer).map(Peek::pointerId).forEach(ids::add);
      nudges.stream().map(Nudges.Decoded::pointer).forEach(ids::add);
      return applications(ids)
          .thenApply(
              byId -> {
                List<TopLevelEntry> entries = new ArrayList<>();
                vested.forEach(entry -> entries.add(entry(entry, byId)));
                local.forEach(item -> entries.add(local(item)));
                nudges.forEach(nudge -> entries.add(nudge(nudge, byId)));
                return new TopLevelPeek(
                    List.copyOf(entries),
                    Optional.ofNullable(earliest),
                    more,
                    seenUntil(),
                    readVersion);
              });
    }

    private Optional<Instant> seenUntil() {
      Optional<Instant> pointers =
          vested.size() < max ? Optional.empty() : Optional.of(vesting(last(vested)));
      Optional<Instant> nudged =
          nudges.size() < max ? Optional.empty() : Optional.of(last(nudges).vesting());
      return Stream.concat(pointers.stream(), nudged.stream()).min(Instant::compareTo);
    }

    private static <T> T last(List<T> rows) {
      return rows.get(rows.size() - 1);
    }

    private CompletableFuture<Map<Long, String>> applications(List<PointerId> ids) {
      TreeSet<Long> distinct = new TreeSet<>();
      ids.forEach(id -> distinct.add(id.applicationId()));
      Map<Long, String> byId = new TreeMap<>();
      CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
      for (long id : distinct) {
        chain =
            chain
                .thenCompose(done -> names.nameOf(store.context(), id))
                .thenAccept(name -> byId.put(id, name));
      }
      return chain.thenApply(done -> byId);
    }

    private TopLevelEntry entry(IndexEntry entry, Map<Long, String> applications) {
      if (isPointer(entry)) {
        return new TopLevelEntry.Pointer(ref(pointerId(entry), applications), vesting(entry));
      }
      IndexedItem item = IndexedItem.of(entry);
      return local(item);
    }

    private TopLevelEntry local(IndexedItem item) {
      return new TopLevelEntry.Local(
          shard, item.id(), item.type(), item.schemaVersion(), item.vesting());
    }

    private TopLevelEntry nudge(Nudges.Decoded nudge, Map<Long, String> applications) {
      return new TopLevelEntry.Nudge(
          ref(nudge.pointer(), applications), nudge.vesting(), nudge.key());
    }

    private PointerRef ref(PointerId id, Map<Long, String> applications) {
      String application = applications.get(id.applicationId());
      if (application == null) {
        throw new IllegalStateException("application " + id.applicationId() + " was not resolved");
      }
      return new PointerRef(
          id.applicationId(), new TenantId(application, id.user()), id.zone(), shard);
    }

    private TupleRange pointers(long fromVesting, long untilVesting) {
      String zone = Pointers.shardZone(shard);
      return TupleRange.between(
          Tuple.from(zone, POINTER_PRIORITY, fromVesting),
          true,
          Tuple.from(zone, POINTER_PRIORITY, untilVesting),
          true);
    }

    private CompletableFuture<List<IndexEntry>> scan(TupleRange range, int rows) {
      ScanOptions options =
          ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(rows);
      return store.scanIndex(VESTING_INDEX, range, Continuation.START, options).asList();
    }

    private static boolean isPointer(IndexEntry entry) {
      return Pointers.TYPE.equals(IndexedItem.of(entry).type());
    }

    private static PointerId pointerId(IndexEntry entry) {
      return PointerId.parse(IndexedItem.of(entry).id());
    }

    private static Instant vesting(IndexEntry entry) {
      return IndexedItem.of(entry).vesting();
    }
  }
}
