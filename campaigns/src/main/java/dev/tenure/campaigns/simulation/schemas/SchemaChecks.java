package dev.tenure.campaigns.simulation.schemas;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.rollout.ClusterRollOut;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.move.MovedStore;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** What must be true when all faults are over, all moves have ended and all roll-outs are done. */
final class SchemaChecks {
  private static final Duration DONE_WITHIN = Duration.ofMinutes(20);
  private static final Duration STEP = Duration.ofSeconds(5);

  private final SchemaWorld world;
  private final TenantDirectory directory;
  private final SchemaRollOuts rollOuts;

  SchemaChecks(SchemaWorld world) {
    this.world = world;
    this.directory = world.scheduler.join(world.directory(world.startProcess("closing")));
    this.rollOuts = new SchemaRollOuts(directory.deployment());
  }

  void check() {
    world.tenants.forEach(this::endMove);
    Optional<RecordMetaData> newest = done(rollOuts.newest(SchemaWorld.APPLICATION));
    if (newest.isEmpty()) {
      return;
    }
    done(rollOuts.resume(SchemaWorld.APPLICATION, world.pace()));
    awaitDone(newest.get().version());
    world.tenants.forEach(tenant -> checkHeader(tenant, newest.get().version()));
    // A creation that was cut short is repeated: its store must be at the schema, too.
    world.tenants.forEach(tenant -> done(directory.create(tenant, TenantDetails.NONE)));
    world.tenants.forEach(tenant -> checkStore(tenant, newest.get()));
    world.edges.hit(Edge.ROLL_OUT_DONE);
  }

  private <T> T done(CompletableFuture<T> call) {
    T value = world.scheduler.join(call);
    world.throwReported();
    return value;
  }

  private void endMove(TenantId tenant) {
    TenantMoves moves = TenantShifter.moves(directory);
    if (done(moves.find(tenant)).isPresent()) {
      // A copy that was not begun in time is reverted, with an error.
      done(moves.resume(tenant, progress -> {}).handle((report, error) -> error == null));
    }
  }

  /** Every cluster gets the schema, whoever has died on the way, and ends its roll-out. */
  private void awaitDone(int version) {
    Instant end = world.scheduler.now().plus(DONE_WITHIN);
    while (true) {
      List<ClusterRollOut> status = done(rollOuts.status(SchemaWorld.APPLICATION));
      if (status.stream().allMatch(each -> each.isDone(version))) {
        require(
            status.stream().allMatch(each -> each.progress().orElseThrow().left() == 0),
            () -> "a roll-out is done, and tenants are left: " + status);
        return;
      }
      require(
          world.scheduler.now().isBefore(end),
          () -> "the roll-out of version " + version + " does not end: " + status);
      world.scheduler.runFor(STEP);
      world.throwReported();
    }
  }

  /** The store as it lies there, without opening it, which would bring it to the schema. */
  private void checkHeader(TenantId tenant, int version) {
    for (QueueCluster cluster : directory.deployment().clusters()) {
      Optional<MovedStore> store =
          done(cluster.<Optional<MovedStore>>read(context -> find(cluster, context, tenant)));
      store.ifPresent(
          found ->
              require(
                  found.header().metaDataVersion() == version,
                  () ->
                      "the store of "
                          + tenant
                          + " on "
                          + cluster.name()
                          + " is at version "
                          + found.header().metaDataVersion()
                          + ", and the roll-out of "
                          + version
                          + " is done"));
    }
  }

  private static CompletableFuture<Optional<MovedStore>> find(
      QueueCluster cluster, RecordContext context, TenantId tenant) {
    return cluster
        .applicationId(context, tenant.application())
        .thenCompose(
            id ->
                id.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : MovedStore.find(context, place(cluster, id.get(), tenant)));
  }

  private static Subspace place(QueueCluster cluster, long applicationId, TenantId tenant) {
    return new ClusterKeys(cluster.options().root()).tenantStore(applicationId, tenant.user());
  }

  private void checkStore(TenantId tenant, RecordMetaData newest) {
    done(
        directory
            .deployment()
            .run(tenant, tx -> checkStore(tenant, tx.store(), newest).thenApply(done -> true)));
  }

  private CompletableFuture<Void> checkStore(
      TenantId tenant, RecordStore store, RecordMetaData newest) {
    require(
        store.metaData().version() == newest.version(),
        () -> tenant + " is opened with version " + store.metaData().version());
    return store
        .scan(OrderSchema.ORDER, TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .map(record -> record.primaryKey().getString(0))
        .asList()
        .thenCompose(
            numbers ->
                AsyncLoop.forEach(
                    newest.indexes().stream()
                        .filter(index -> index.recordTypes().equals(List.of(OrderSchema.ORDER)))
                        .toList(),
                    index -> checkIndex(tenant, store, index, new TreeSet<>(numbers))));
  }

  private static CompletableFuture<Void> checkIndex(
      TenantId tenant, RecordStore store, Index index, Set<String> numbers) {
    IndexState state = store.indexState(index.name());
    require(
        state == IndexState.READABLE,
        () -> index.name() + " of " + tenant + " is " + state + ", and the roll-out is done");
    return store
        .scanIndex(index.name(), TupleRange.all(), Continuation.START, ScanOptions.defaults())
        .map(entry -> entry.primaryKey().getString(0))
        .asList()
        .thenAccept(
            found ->
                require(
                    found.size() == numbers.size() && numbers.containsAll(found),
                    () -> index.name() + " of " + tenant + " has " + found + " for " + numbers));
  }
}
