package dev.tenure.queue.cluster;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.copy.CopyRow;
import dev.tenure.queue.pointer.TenantPointers;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.queue.proto.MoveCopy;
import dev.tenure.queue.proto.StoredMove;
import dev.tenure.queue.schema.RollOutRows;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.SaveMode;
import dev.tenure.record.store.move.MoveRanges;
import dev.tenure.record.store.move.MoveRows;
import dev.tenure.record.store.move.MovedStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The steps of a move on the cluster that the tenant moves to. The progress lies in a row beside
 * the store. Each transaction reads this row serializably, and changes something only if no later
 * mover has shown its ticket there. Thread-safe.
 */
public final class MoveTarget {
  private static final int POINTERS_AT_ONCE = 100;

  private final MoveTicket ticket;
  private final QueueCluster cluster;

  public MoveTarget(MoveTicket ticket) {
    this.ticket = ticket;
    this.cluster = ticket.target();
  }

  /** The store's place in one transaction, and the progress of the move that lies there. */
  @SuppressWarnings("ArrayRecordComponent") // a key, never compared as a record
  private record Place(
      RecordContext context,
      long applicationId,
      Subspace subspace,
      byte[] key,
      Optional<MoveCopy> copy) {}

  /**
   * The progress of a move.
   *
   * @param version the version at which it was read
   */
  public record Found(MoveCopy copy, long version) {}

  /** The progress of the move that is under way; empty when none is. */
  public CompletableFuture<Optional<Found>> find() {
    return run(
        (context, place) ->
            context
                .readVersion()
                .thenApply(version -> place.copy().map(copy -> new Found(copy, version))));
  }

  private <T> CompletableFuture<T> run(
      BiFunction<RecordContext, Place, CompletableFuture<T>> work) {
    return cluster
        .database()
        .run(
            MoveSource.RUN,
            context ->
                cluster
                    .names()
                    .intern(context, ticket.tenant().application())
                    .thenCompose(id -> place(context, id))
                    .thenCompose(place -> work.apply(context, place)));
  }

  private CompletableFuture<Place> place(RecordContext context, long applicationId) {
    String user = ticket.tenant().user();
    byte[] key = cluster.keys().move(applicationId, user);
    return context
        .get(key, false)
        .thenApply(
            value ->
                new Place(
                    context,
                    applicationId,
                    cluster.keys().tenantStore(applicationId, user),
                    key,
                    Optional.ofNullable(value).map(bytes -> CopyRow.parse(key, bytes))));
  }

  /** The permit of a copy that begins now: the version up to which it may begin. */
  public static CompletableFuture<Long> permit(QueueCluster cluster) {
    return cluster
        .read(RecordContext::readVersion)
        .thenApply(version -> version + TenantStores.PERMIT_VERSIONS);
  }

  /**
   * Fails with {@code MOVE_REFUSED}, which names the consumers, while a live consumer of the
   * cluster has not announced that it can open a store with leases of visits.
   */
  public CompletableFuture<Void> requireReaders() {
    return cluster.read(this::requireReaders);
  }

  private CompletableFuture<Void> requireReaders(RecordContext context) {
    return cluster
        .consumers()
        .withoutVisitLeases(context)
        .thenAccept(
            unable -> {
              if (!unable.isEmpty()) {
                throw new QueueException(
                    Code.MOVE_REFUSED,
                    ticket
                        + ": the store has leases of visits, or its cluster writes them (content"
                        + " format "
                        + QueueSchema.VISIT_LEASES_FORMAT
                        + "), and these live consumers of the target do not know them: "
                        + unable);
              }
            });
  }

  /**
   * Begins the copy, or takes it over.
   *
   * @param permit the version up to which it may be begun
   * @param bytesInAll the size of the source
   * @param hold how long other movers leave the move alone
   * @return the progress. Fails with {@code TENANT_EXISTS} when the cluster has a store of the
   *     tenant, with {@code MOVE_REFUSED} when the permit has ended or the move was reverted, and
   *     with {@code MOVE_TAKEN_OVER}
   */
  public CompletableFuture<MoveCopy> begin(long permit, long bytesInAll, Duration hold) {
    return run(
        (context, place) -> {
          Optional<MoveCopy> own = own(place);
          if (own.isPresent()) {
            MoveCopy taken = own.get().toBuilder().setEpoch(ticket.epoch()).build();
            return CopyRow.put(context, place.key(), taken, hold);
          }
          return requireFree(place, permit)
              .thenCompose(
                  free -> {
                    MoveCopy copy =
                        MoveCopy.newBuilder()
                            .setLife(ticket.life())
                            .setNumber(ticket.number())
                            .setEpoch(ticket.epoch())
                            .setBytesInAll(bytesInAll)
                            .build();
                    RecordStore.clear(context, place.subspace());
                    return CopyRow.put(context, place.key(), copy, hold);
                  });
        });
  }

  /** The progress of this move; fails when a later mover has shown its ticket. */
  private Optional<MoveCopy> own(Place place) {
    Optional<MoveCopy> found = place.copy().filter(copy -> copy.getLife() == ticket.life());
    if (found.isPresent()
        && (found.get().getNumber() > ticket.number()
            || (found.get().getNumber() == ticket.number()
                && found.get().getEpoch() > ticket.epoch()))) {
      throw MoveSource.takenOver(ticket);
    }
    return found.filter(copy -> copy.getNumber() == ticket.number());
  }

  private CompletableFuture<Void> requireFree(Place place, long permit) {
    TenantId tenant = ticket.tenant();
    byte[] fence = cluster.keys().fence(place.applicationId(), tenant.user());
    return Fences.requirePermitted(place.context(), fence, permit, ticket)
        .thenCompose(may -> TenantRecord.find(cluster, place.context(), tenant))
        .thenCombine(
            MovedStore.find(place.context(), place.subspace()),
            (record, store) -> {
              if (record.isPresent() || store.isPresent()) {
                throw new QueueException(
                    Code.TENANT_EXISTS,
                    "cluster " + cluster.name() + " has a store of tenant " + tenant + " already");
              }
              return null;
            });
  }

  /**
   * Clears ranges, writes rows and notes the progress, in one transaction. When the step was taken
   * already, nothing is done.
   *
   * @return the progress as it is stored
   */
  public CompletableFuture<MoveCopy> write(Step step, List<Range> clears, List<KeyValue> rows) {
    return run((context, place) -> write(place, step, clears, rows));
  }

  /**
   * How one transaction changes the progress.
   *
   * @param hold how long other movers leave the move alone from then on
   */
  public record Step(MoveCopy before, MoveCopy after, Duration hold) {}

  private CompletableFuture<MoveCopy> write(
      Place place, Step step, List<Range> clears, List<KeyValue> rows) {
    MoveCopy found = own(place).orElseThrow(() -> MoveSource.takenOver(ticket));
    if (CopyRow.isSame(found, step.after())) {
      return CompletableFuture.completedFuture(found);
    }
    if (!found.equals(step.before())) {
      throw MoveSource.takenOver(ticket);
    }
    RecordContext context = place.context();
    byte[] prefix = place.subspace().getKey();
    clears.forEach(range -> context.clear(MoveRows.absolute(place.subspace(), range)));
    rows.forEach(row -> context.set(ByteArrayUtil.join(prefix, row.getKey()), row.getValue()));
    return CopyRow.put(context, place.key(), step.after(), step.hold());
  }

  /**
   * The end of a copy.
   *
   * @param rest what the copy lacked
   * @param rows those that the copy now has in the ranges of the rest
   */
  public record Finished(MoveCopy copy, MoveSource.Rest rest, List<KeyValue> rows) {}

  /**
   * Writes all that the copy lacks, the header of a store that arrives, and a pointer for each
   * zone, in one transaction.
   *
   * @param rest reads what the copy lacks, when this transaction has read all that does not depend
   *     on it; called in each attempt. Empty when nothing is to be written
   * @param incarnation of the tenant when it has arrived
   * @param committing called before the commit is sent
   */
  public CompletableFuture<Optional<Finished>> finish(
      Supplier<CompletableFuture<Optional<MoveSource.Rest>>> rest,
      Function<MoveSource.Rest, Step> step,
      int incarnation,
      Runnable committing) {
    return run(
        (context, place) ->
            cluster
                .consumers()
                .slowestClock(context)
                .thenCompose(
                    now ->
                        rest.get()
                            .thenCompose(
                                found ->
                                    found
                                        .map(all -> finish(place, step, all, incarnation, now))
                                        .orElse(
                                            CompletableFuture.completedFuture(Optional.empty()))))
                .thenApply(
                    finished -> {
                      committing.run();
                      return finished;
                    }));
  }

  private CompletableFuture<Optional<Finished>> finish(
      Place place,
      Function<MoveSource.Rest, Step> step,
      MoveSource.Rest rest,
      int incarnation,
      Instant now) {
    RecordContext context = place.context();
    return write(place, step.apply(rest), rest.rows().read(), rest.rows().rows())
        .thenCompose(
            copy -> {
              CompletableFuture<Void> pointers =
                  arrive(place, rest.store(), rest.version(), incarnation)
                      .thenCompose(made -> pointers(place).wake(context, rest.zones(), now));
              CompletableFuture<Void> readers =
                  rest.store().contentFormat() < QueueSchema.VISIT_LEASES_FORMAT
                      ? CompletableFuture.completedFuture(null)
                      : requireReaders(context);
              return MoveRows.readAll(context, place.subspace(), rest.rows().read())
                  .thenCombine(pointers, (rows, made) -> new Finished(copy, rest, rows))
                  .thenCombine(readers, (finished, able) -> Optional.of(finished));
            });
  }

  /** The rows from one key on and before another; without the other key, up to the end. */
  public CompletableFuture<List<KeyValue>> rows(ByteString from, Optional<ByteString> to) {
    return run(
        (context, place) -> {
          requireOwn(place);
          return MoveRows.readAll(
              context,
              place.subspace(),
              MovedStore.content(place.subspace()).stream()
                  .map(range -> MoveRanges.cut(range, from, to))
                  .flatMap(Optional::stream)
                  .toList());
        });
  }

  /** All rows in ranges. */
  public CompletableFuture<List<KeyValue>> rowsIn(List<Range> ranges) {
    return run(
        (context, place) -> {
          requireOwn(place);
          return MoveRows.readAll(context, place.subspace(), ranges);
        });
  }

  /** The store then lacks nothing but its opening, and serves those who know of the flip. */
  private CompletableFuture<Void> arrive(
      Place place, MovedStore source, long sourceVersion, int incarnation) {
    return place
        .context()
        .readVersion()
        .thenAccept(
            version ->
                TenantMove.mark(
                        source
                            .writeTo(place.context(), place.subspace())
                            .logChanges(false)
                            .unlock()
                            .arrive(incarnation, sourceVersion - version),
                        StoredMove.Stage.ARRIVING,
                        ticket.number(),
                        ticket.epoch(),
                        ticket.source().name())
                    .write());
  }

  private MoveCopy requireOwn(Place place) {
    return own(place)
        .filter(copy -> copy.getEpoch() == ticket.epoch())
        .orElseThrow(() -> MoveSource.takenOver(ticket));
  }

  /** Makes pointers for zones. */
  public CompletableFuture<Void> makePointers(List<String> zones) {
    return run(
        (context, place) -> {
          requireOwn(place);
          return wake(place, zones);
        });
  }

  private CompletableFuture<Void> wake(Place place, List<String> zones) {
    return cluster
        .consumers()
        .slowestClock(place.context())
        .thenCompose(now -> pointers(place).wake(place.context(), zones, now));
  }

  private TenantPointers pointers(Place place) {
    return new TenantPointers(cluster.space(), place.applicationId(), ticket.tenant());
  }

  /**
   * Opens the store: from now on it serves the tenant. Does nothing when it is open already.
   *
   * @param sourceVersion the version of the fenced source, on the scale of the store
   */
  public CompletableFuture<Void> open(
      long sourceVersion, int incarnation, TenantMark mark, Instant created) {
    return run((context, place) ->
            MovedStore.find(context, place.subspace())
                .thenCompose(
                    store ->
                        store.filter(this::isArriving).isPresent()
                            ? open(
                                place,
                                store.get().userField(TenantMark.FIELD, mark.toValue()),
                                sourceVersion,
                                incarnation,
                                created)
                            : CompletableFuture.completedFuture(false)))
        .thenCompose(
            allAwake ->
                allAwake
                    ? CompletableFuture.completedFuture(null)
                    : TenantStores.wake(cluster, ticket.tenant()));
  }

  private boolean isArriving(MovedStore store) {
    return TenantMove.in(store)
        .filter(move -> move.getNumber() == ticket.number())
        .filter(move -> move.getStage() == StoredMove.Stage.ARRIVING)
        .isPresent();
  }

  /** Opens the store, and wakes the first zones. Gives whether these are all. */
  private CompletableFuture<Boolean> open(
      Place place, MovedStore store, long sourceVersion, int incarnation, Instant created) {
    RecordContext context = place.context();
    ClusterTenant entry =
        ClusterTenant.newBuilder()
            .setApplicationId(place.applicationId())
            .setUser(ticket.tenant().user())
            .setCreatedMillis(created.toEpochMilli())
            .setLife(ticket.life())
            .build();
    context.clear(place.key());
    return cluster
        .space()
        .openClusterStore(context)
        .thenCompose(clusterStore -> clusterStore.save(entry, SaveMode.UPSERT))
        .thenCompose(saved -> takeUpSchema(context, store))
        .thenCompose(taken -> context.readVersion())
        .thenAccept(
            version ->
                goesOn(store, incarnation, sourceVersion - version)
                    .unlock()
                    .clearUserField(TenantMove.FIELD)
                    .write())
        .thenCompose(
            opened -> TenantStores.wakeSome(cluster, context, ticket.tenant(), Optional.empty()))
        .thenApply(TenantStores::areLast);
  }

  /** A copy that may have served already keeps its versions; one of an earlier release has none. */
  private static MovedStore goesOn(MovedStore store, int incarnation, long versionShift) {
    return store.header().incarnation() == incarnation && store.header().lock().isEmpty()
        ? store
        : store.arrive(incarnation, versionShift);
  }

  /** Has the roll-out on this cluster visit a store that is not at its schema. */
  private CompletableFuture<Void> takeUpSchema(RecordContext context, MovedStore store) {
    return new RollOutRows(cluster.schemas().keys())
        .arrive(
            context,
            ticket.tenant().application(),
            ticket.tenant().user(),
            store.header().metaDataVersion(),
            store.hasUnreadableIndexes())
        .thenCompose(
            item ->
                item.map(each -> cluster.begin(context).enqueueLocal(each).thenAccept(done -> {}))
                    .orElse(CompletableFuture.completedFuture(null)));
  }

  /**
   * Removes the copy. Afterwards no mover of this move can begin again.
   *
   * @param permit the version up to which the copy may be begun
   */
  public CompletableFuture<Void> clear(long permit) {
    return AsyncLoop.whileTrue(
        () ->
            run(
                (context, place) -> {
                  CompletableFuture<Void> fenced =
                      Fences.raise(
                          context,
                          cluster.keys().fence(place.applicationId(), ticket.tenant().user()),
                          permit);
                  return own(place).isEmpty()
                      ? fenced.thenApply(done -> false)
                      : fenced.thenCompose(done -> clearSome(place));
                }));
  }

  private CompletableFuture<Boolean> clearSome(Place place) {
    return pointers(place)
        .remove(place.context(), POINTERS_AT_ONCE)
        .thenApply(
            removed -> {
              if (removed == 0) {
                RecordStore.clear(place.context(), place.subspace());
                place.context().clear(place.key());
              }
              return removed > 0;
            });
  }
}
