package dev.tenure.queue.cluster;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.TenantPointers;
import dev.tenure.queue.proto.StoredMove;
import dev.tenure.queue.proto.StoredMove.Stage;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.move.ChangeLog;
import dev.tenure.record.store.move.MoveRanges;
import dev.tenure.record.store.move.MoveRows;
import dev.tenure.record.store.move.MovedStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The steps of a move on the cluster that the tenant leaves. Each transaction that changes
 * something first finds in the store's header that no later mover was there. Thread-safe.
 */
public final class MoveSource {
  private static final int POINTERS_AT_ONCE = 100;

  static final RunOptions RUN = RunOptions.defaults().withName("move-tenant").withIdempotent(true);

  private final MoveTicket ticket;
  private final QueueCluster cluster;

  public MoveSource(MoveTicket ticket) {
    this.ticket = ticket;
    this.cluster = ticket.source();
  }

  /** The store and its place in one transaction. */
  private record Place(RecordContext context, long applicationId, Subspace subspace) {}

  /**
   * Has the store log its changes from now on, and serve the tenant. May be repeated, and takes
   * back a fence of an earlier mover.
   *
   * @return fails with {@code TENANT_NOT_FOUND} when the store of this life is not there, with
   *     {@code MOVE_REFUSED} when somebody else has locked it or the move was reverted, and with
   *     {@code MOVE_TAKEN_OVER}
   */
  public CompletableFuture<Void> begin() {
    return wakeIfFenced(run(this::begin));
  }

  /** Wakes the tenant's pointers when the store that serves again was fenced. */
  private CompletableFuture<Void> wakeIfFenced(CompletableFuture<Boolean> wasFenced) {
    return wasFenced.thenCompose(
        fenced ->
            fenced
                ? TenantStores.wake(cluster, ticket.tenant())
                : CompletableFuture.completedFuture(null));
  }

  /** False when the store is gone. */
  private static CompletableFuture<Boolean> unlessGone(CompletableFuture<Boolean> step) {
    return step.exceptionally(
        error -> {
          if (QueueCluster.isTenantNotFound(error)) {
            return false;
          }
          throw TenantStores.failed(error);
        });
  }

  private CompletableFuture<Boolean> begin(Place place, MovedStore store) {
    return TenantRecord.find(cluster, place.context(), ticket.tenant())
        .thenApply(
            found -> {
              if (found.filter(own -> own.stored().isOf(ticket.life())).isEmpty()) {
                throw Deployment.notFound(ticket.tenant());
              }
              Optional<StoredMove> before = known(store);
              boolean wasFenced = before.filter(MoveSource::isFenced).isPresent();
              if (before.isEmpty()) {
                ChangeLog.clear(place.context(), place.subspace());
              }
              if (!wasFenced && store.header().lock().isPresent()) {
                throw refused("the store is locked: " + store.header().lock().get().reason());
              }
              store.unlock().logChanges(true);
              write(store, Stage.COPYING);
              return wasFenced;
            });
  }

  /** Whether this move has closed the store, whichever of its movers did. */
  public CompletableFuture<Boolean> isClosed() {
    return unlessGone(
        run((place, store) -> CompletableFuture.completedFuture(isFencedHere(store))));
  }

  /**
   * Has the store serve the tenant again when this move has closed it, and go on with its log. Does
   * nothing to any other store. Fails with {@code MOVE_TAKEN_OVER}.
   */
  public CompletableFuture<Void> reopen() {
    return wakeIfFenced(
        unlessGone(
            run(
                (place, store) -> {
                  boolean wasFenced =
                      isFencedHere(store) && known(store).filter(MoveSource::isFenced).isPresent();
                  if (wasFenced) {
                    store.unlock();
                    write(store, Stage.COPYING);
                  }
                  return CompletableFuture.completedFuture(wasFenced);
                })));
  }

  private static boolean isFenced(StoredMove move) {
    return move.getStage() == Stage.FENCED;
  }

  /** What the header says of this move; empty when it says nothing, or tells of an earlier one. */
  private Optional<StoredMove> known(MovedStore store) {
    Optional<StoredMove> known = TenantMove.in(store);
    if (known.isEmpty() || known.get().getNumber() < ticket.number()) {
      if (known.filter(MoveSource::isFenced).isPresent()) {
        throw refused("an earlier move has not ended");
      }
      return Optional.empty();
    }
    if (known.get().getNumber() > ticket.number() || known.get().getEpoch() > ticket.epoch()) {
      throw takenOver(ticket);
    }
    if (known.get().getStage() == Stage.REVERTED) {
      throw refused("the move was reverted");
    }
    return known;
  }

  static QueueException takenOver(MoveTicket ticket) {
    return new QueueException(Code.MOVE_TAKEN_OVER, "another mover has taken over " + ticket);
  }

  private QueueException refused(String why) {
    return new QueueException(
        Code.MOVE_REFUSED, ticket + ", on cluster " + cluster.name() + ": " + why);
  }

  private void write(MovedStore store, Stage stage) {
    TenantMove.mark(store, stage, ticket.number(), ticket.epoch(), ticket.target().name()).write();
  }

  /** Runs a transaction on the store; fails with TENANT_NOT_FOUND when there is none. */
  private <T> CompletableFuture<T> run(BiFunction<Place, MovedStore, CompletableFuture<T>> work) {
    return cluster
        .database()
        .run(
            RUN,
            context ->
                place(context)
                    .thenCompose(
                        place -> find(place).thenCompose(store -> work.apply(place, store))));
  }

  private CompletableFuture<MovedStore> find(Place place) {
    return MovedStore.find(place.context(), place.subspace())
        .thenApply(store -> store.orElseThrow(() -> Deployment.notFound(ticket.tenant())));
  }

  private CompletableFuture<Place> place(RecordContext context) {
    TenantId tenant = ticket.tenant();
    return cluster
        .applicationId(context, tenant.application())
        .thenApply(
            id -> {
              long number = id.orElseThrow(() -> Deployment.notFound(tenant));
              return new Place(context, number, cluster.keys().tenantStore(number, tenant.user()));
            });
  }

  private <T> CompletableFuture<T> read(Function<Place, CompletableFuture<T>> body) {
    return cluster.database().run(RUN, context -> place(context).thenCompose(body));
  }

  /** Whether the store has leases of visits, or may get one at any time. */
  public CompletableFuture<Boolean> hasVisitLeases() {
    return run(
        (place, store) ->
            store.contentFormat() >= QueueSchema.VISIT_LEASES_FORMAT
                ? CompletableFuture.completedFuture(true)
                : cluster.leasesTogether(place.context()));
  }

  /** The size of the store in bytes, as the database estimates it. */
  public CompletableFuture<Long> estimateBytes() {
    return read(
        place ->
            place
                .context()
                .transaction()
                .getEstimatedRangeSizeBytes(MoveRows.everything(place.subspace())));
  }

  /** The next rows of the store, at one version. */
  public CompletableFuture<MoveRows> rows(ByteString from, int bytesMax) {
    return read(place -> MoveRows.read(place.context(), place.subspace(), from, bytesMax));
  }

  /**
   * Rows of the store and the end of its log, read at one version.
   *
   * @param logRowsMax the most rows of the log that are read
   */
  public CompletableFuture<Look> look(
      ByteString from, int bytesMax, Optional<ByteString> logRead, int logRowsMax) {
    return read(
        place ->
            MoveRows.read(place.context(), place.subspace(), from, bytesMax)
                .thenCombine(
                    ChangeLog.read(place.context(), place.subspace(), logRead, logRowsMax),
                    Look::new));
  }

  /** Rows, and the keys of them that were changed since the log was read before. */
  public record Look(MoveRows rows, ChangeLog.Page log) {}

  /** A part of the log. */
  public CompletableFuture<ChangeLog.Page> log(Optional<ByteString> after, int rowsMax) {
    return read(place -> ChangeLog.read(place.context(), place.subspace(), after, rowsMax));
  }

  /**
   * Rows in ranges, at one version, until they have as many bytes.
   *
   * @param ranges at least one, none of which overlap
   */
  public CompletableFuture<MoveRows.InRanges> rowsIn(List<Range> ranges, int bytesMax) {
    return read(place -> MoveRows.readSome(place.context(), place.subspace(), ranges, bytesMax));
  }

  /** Closes the store: from now on it serves nobody, and nothing in it changes. */
  public CompletableFuture<Void> fence() {
    return run(
        (place, store) -> {
          fence(store);
          return CompletableFuture.completedFuture(null);
        });
  }

  private void fence(MovedStore store) {
    requireBegun(store);
    store.lockWrites("the tenant moves to cluster " + ticket.target().name());
    write(store, Stage.FENCED);
  }

  /**
   * Closes the store as {@link #fence} does, if nothing in it changes from when the transaction
   * reads what the copy lacks until its commit. So the rest can be copied during the commit. The
   * log is read to its end, so that the commit conflicts with each change that is logged meanwhile.
   *
   * @param logRowsMax as of {@link #rest}, like bytesMax
   * @param copying gets the rest, unless it is too much; the commit is sent when its future is done
   */
  public CompletableFuture<Closing> fenceUnchanged(
      Optional<ByteString> logRead,
      int logRowsMax,
      int bytesMax,
      Function<Rest, CompletableFuture<Void>> copying) {
    return cluster
        .database()
        .run(
            RUN.withAttemptsMax(1),
            context ->
                place(context)
                    .thenCompose(
                        place -> {
                          CompletableFuture<ChangeLog.Page> log =
                              ChangeLog.read(context, place.subspace(), logRead, logRowsMax);
                          return find(place)
                              .thenCompose(
                                  store ->
                                      rest(place, store, log, bytesMax)
                                          .thenCompose(rest -> fenceUnchanged(rest, copying)));
                        }))
        .exceptionally(
            error -> {
              if (RecordLayerException.of(error) instanceof RecordLayerException known
                  && known.retryable()) {
                return Closing.CHANGED;
              }
              throw TenantStores.failed(error);
            });
  }

  private CompletableFuture<Closing> fenceUnchanged(
      Rest rest, Function<Rest, CompletableFuture<Void>> copying) {
    if (!rest.isWhole()) {
      return CompletableFuture.completedFuture(Closing.TOO_MUCH);
    }
    fence(rest.store());
    return copying.apply(rest).thenApply(ready -> Closing.CLOSED);
  }

  /** What became of an attempt to close the store as it was read. */
  public enum Closing {
    CLOSED,
    /** Something was written meanwhile, or the commit failed otherwise. */
    CHANGED,
    /** The copy lacks more than one transaction can carry. */
    TOO_MUCH
  }

  private void requireBegun(MovedStore store) {
    if (known(store).isEmpty()) {
      throw refused("the store does not log its changes for this move");
    }
  }

  /**
   * What the copy of a fenced store lacks, read at one version.
   *
   * @param log the first part of the log that was not read
   * @param rows the first rows that this part names
   * @param zones the first zones that have a pointer
   * @param version of the fenced store
   */
  public record Rest(
      MovedStore store,
      ChangeLog.Page log,
      MoveRows.InRanges rows,
      List<String> zones,
      long version) {
    /** Whether this is all that the copy lacks. */
    public boolean isWhole() {
      return !log.more() && rows.rest().isEmpty() && zones.size() < POINTERS_AT_ONCE;
    }
  }

  /**
   * What the copy lacks, once the store is fenced.
   *
   * @param logRowsMax the most rows of the log that are read
   * @param bytesMax enough bytes of the rows that it names
   */
  public CompletableFuture<Rest> rest(Optional<ByteString> logRead, int logRowsMax, int bytesMax) {
    return run(
        (place, store) -> {
          requireFenced(store);
          return rest(
              place,
              store,
              ChangeLog.read(place.context(), place.subspace(), logRead, logRowsMax),
              bytesMax);
        });
  }

  private CompletableFuture<Rest> rest(
      Place place, MovedStore store, CompletableFuture<ChangeLog.Page> log, int bytesMax) {
    CompletableFuture<List<String>> zones = zones(place, Optional.empty());
    long shift = store.header().versionShift();
    return place
        .context()
        .readVersion()
        .thenCompose(
            version ->
                log.thenCompose(
                    page ->
                        named(place, page, bytesMax)
                            .thenCombine(
                                zones,
                                (rows, some) ->
                                    new Rest(store, page, rows, some, version + shift))));
  }

  private static CompletableFuture<MoveRows.InRanges> named(
      Place place, ChangeLog.Page log, int bytesMax) {
    List<Range> ranges = MoveRanges.merged(log.changed());
    return ranges.isEmpty()
        ? CompletableFuture.completedFuture(new MoveRows.InRanges(List.of(), List.of(), List.of()))
        : MoveRows.readSome(place.context(), place.subspace(), ranges, bytesMax);
  }

  private void requireFenced(MovedStore store) {
    if (known(store).filter(MoveSource::isFenced).isEmpty()) {
      throw refused("the store is not fenced by this move");
    }
  }

  /** The next zones of the tenant that have a pointer. */
  public CompletableFuture<List<String>> zones(Optional<String> after) {
    return read(place -> zones(place, after));
  }

  private CompletableFuture<List<String>> zones(Place place, Optional<String> after) {
    return pointers(place).zones(place.context(), after, POINTERS_AT_ONCE).thenApply(List::copyOf);
  }

  private TenantPointers pointers(Place at) {
    return new TenantPointers(cluster.space(), at.applicationId(), ticket.tenant());
  }

  /** Undoes everything: the store serves the tenant, and no mover of this move may begin again. */
  public CompletableFuture<Void> revert() {
    return wakeIfFenced(
        unlessGone(run((place, store) -> CompletableFuture.completedFuture(revert(place, store)))));
  }

  private boolean revert(Place place, MovedStore store) {
    Optional<StoredMove> found = TenantMove.in(store);
    if (found.filter(this::isReverted).isPresent()) {
      return true;
    }
    boolean wasFenced = known(store).filter(MoveSource::isFenced).isPresent();
    if (wasFenced) {
      store.unlock();
    }
    ChangeLog.clear(place.context(), place.subspace());
    store.logChanges(false);
    write(store, Stage.REVERTED);
    return wasFenced;
  }

  private boolean isReverted(StoredMove move) {
    return move.getNumber() == ticket.number() && move.getStage() == Stage.REVERTED;
  }

  /**
   * Removes the store that this move has fenced, with its pointers, its nudges and its record in
   * ClusterDB; does nothing when it is gone.
   *
   * @param permit the version of this cluster up to which the store may be made, or its copy begun:
   *     as long as it has not ended, a fence is left
   */
  public CompletableFuture<Void> remove(long permit) {
    NudgeWalk nudges = new NudgeWalk(cluster.shards());
    return AsyncLoop.whileTrue(
            () -> unlessGone(run((place, store) -> ifFenced(store, () -> removePointers(place)))))
        .thenCompose(removed -> AsyncLoop.whileTrue(() -> nudges.step(this::onFenced)))
        .thenCompose(
            removed ->
                unlessGone(
                    run(
                        (place, store) ->
                            ifFenced(store, () -> clear(place, permit).thenApply(done -> false)))))
        .thenAccept(cleared -> {});
  }

  private CompletableFuture<Boolean> ifFenced(
      MovedStore store, Supplier<CompletableFuture<Boolean>> work) {
    return isFencedHere(store) ? work.get() : CompletableFuture.completedFuture(false);
  }

  private boolean isFencedHere(MovedStore store) {
    return TenantMove.in(store)
        .filter(move -> move.getNumber() == ticket.number() && isFenced(move))
        .isPresent();
  }

  private CompletableFuture<Boolean> removePointers(Place place) {
    return pointers(place).remove(place.context(), POINTERS_AT_ONCE).thenApply(n -> n > 0);
  }

  /** One step of the walk through nudges; nothing when the store is gone. */
  private CompletableFuture<TenantPointers.Walked> onFenced(
      BiFunction<TenantPointers, RecordContext, CompletableFuture<TenantPointers.Walked>> step) {
    return run((place, store) ->
            isFencedHere(store)
                ? step.apply(pointers(place), place.context())
                : CompletableFuture.completedFuture(NudgeWalk.NOTHING))
        .exceptionally(
            error -> {
              if (QueueCluster.isTenantNotFound(error)) {
                return NudgeWalk.NOTHING;
              }
              throw TenantStores.failed(error);
            });
  }

  private CompletableFuture<Void> clear(Place place, long permit) {
    RecordStore.clear(place.context(), place.subspace());
    return TenantRecord.find(cluster, place.context(), ticket.tenant())
        .thenAccept(found -> found.ifPresent(own -> own.clusterStore().delete(own.record())))
        .thenCompose(
            done ->
                Fences.raise(
                    place.context(),
                    cluster.keys().fence(place.applicationId(), ticket.tenant().user()),
                    permit));
  }
}
