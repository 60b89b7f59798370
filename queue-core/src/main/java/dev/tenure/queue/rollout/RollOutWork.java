package dev.tenure.queue.rollout;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.RollOutOrder;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.proto.StoredRollOut.Phase;
import dev.tenure.queue.schema.RollOutRows;
import dev.tenure.queue.schema.SchemaMarks;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.async.Pace;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One attempt of the local item that carries out a roll-out on its cluster. Everything that must
 * outlive the attempt lies in the row of the roll-out and in the marks.
 */
public final class RollOutWork {
  /** An attempt ends after this time, so that consumers can stop and others can take over. */
  private static final Duration ATTEMPT = Duration.ofSeconds(10);

  private static final Duration LOOK_MIN = Duration.ofSeconds(1);
  private static final Duration LOOK_MAX = Duration.ofMinutes(1);
  private static final int LOOK_SHARE = 4;
  private static final int PAGE = 100;
  private static final int AT_ONCE = 8;
  private static final RunOptions RUN =
      RunOptions.defaults().withName("roll-out-schema").withIdempotent(true);

  private final Deployment deployment;
  private final RollOutOrder order;
  private final QueueCluster cluster;
  private final RollOutRows rows;
  private final SchemaMarks marks;
  private final TenantSettling settling;
  private final Instant until;

  /**
   * @param cluster the name of the cluster on which the item lies
   */
  public RollOutWork(Deployment deployment, RollOutOrder order, String cluster) {
    this.deployment = deployment;
    this.order = order;
    this.cluster =
        deployment
            .cluster(cluster)
            .orElseThrow(
                () ->
                    new QueueException(
                        QueueException.Code.CLUSTER_NOT_FOUND,
                        "this process does not know cluster " + cluster));
    this.rows = new RollOutRows(this.cluster.schemas().keys());
    this.marks = new SchemaMarks(this.cluster.schemas().keys(), order.getApplication());
    this.settling = new TenantSettling(this.cluster, order.getApplication());
    this.until = now().plus(ATTEMPT);
  }

  private Instant now() {
    return cluster.database().clock().instant();
  }

  /**
   * Works for about ten seconds.
   *
   * @return when the item has to run again; empty when it has nothing left to do
   */
  public CompletableFuture<Optional<Duration>> run() {
    return row()
        .thenCompose(
            found -> {
              if (found.filter(row -> row.getVersion() >= order.getVersion()).isEmpty()) {
                return bring().thenApply(brought -> Optional.of(Duration.ZERO));
              }
              StoredRollOut row = found.get();
              return spread(row)
                  .thenCompose(
                      begun ->
                          isOwn(row)
                              ? work(row)
                              : CompletableFuture.completedFuture(Optional.empty()));
            });
  }

  /** Begins the fan-out to the other clusters, if the publisher has not lived to do it. */
  private CompletableFuture<?> spread(StoredRollOut row) {
    boolean begins =
        row.getVersion() == order.getVersion()
            && row.getAfter().isEmpty()
            && (row.getPhase() == Phase.WALKING || row.getPhase() == Phase.CANCELLED);
    return begins
        ? new SchemaRollOuts(deployment).fanOut(order.getApplication(), row)
        : CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Optional<StoredRollOut>> row() {
    return cluster.read(context -> rows.find(context, order.getApplication(), true));
  }

  /** Whether the row is to be worked on by this item. */
  private boolean isOwn(StoredRollOut row) {
    return row.getVersion() == order.getVersion()
        && row.getRun() == order.getRun()
        && !row.getPaused()
        && RollOutPhase.of(row.getPhase()).isUnderWay();
  }

  private CompletableFuture<Optional<Duration>> work(StoredRollOut row) {
    if (row.getPhase() == Phase.BUILDING) {
      return look(row);
    }
    return AsyncLoop.whileTrue(this::page).thenApply(done -> Optional.of(Duration.ZERO));
  }

  /** Gets the schema from another cluster; this one was away when it was published. */
  private CompletableFuture<Void> bring() {
    List<RecordMetaData> found = new ArrayList<>();
    List<QueueCluster> others =
        deployment.clusters().stream().filter(other -> !other.equals(cluster)).toList();
    return AsyncLoop.forEach(
            others,
            other ->
                found.isEmpty()
                    ? load(other).thenAccept(schema -> schema.ifPresent(found::add))
                    : CompletableFuture.completedFuture(null))
        .thenCompose(
            done -> {
              if (found.isEmpty()) {
                throw new QueueException(
                    QueueException.Code.CLUSTER_UNAVAILABLE,
                    "no cluster that answers has version "
                        + order.getVersion()
                        + " of the schema of application "
                        + order.getApplication());
              }
              return new Publication(cluster, order.getApplication(), options(), false)
                  .run(newest -> found.get(0));
            })
        .thenAccept(stored -> {});
  }

  private CompletableFuture<Optional<RecordMetaData>> load(QueueCluster other) {
    return other
        .read(
            context ->
                other
                    .schemas()
                    .exactStore(order.getApplication())
                    .load(context, order.getVersion()))
        .thenApply(Optional::of)
        .exceptionally(error -> Optional.empty());
  }

  private RollOutOptions options() {
    return new RollOutOptions(order.getTenantsPerSecond(), order.getRecordsPerSecond());
  }

  /** Visits a page of tenants. Whether to continue. */
  private CompletableFuture<Boolean> page() {
    Instant started = now();
    return row()
        .thenCompose(
            found -> {
              StoredRollOut row = found.orElseThrow();
              if (!isOwn(row) || row.getPhase() != Phase.WALKING) {
                return CompletableFuture.completedFuture(false);
              }
              return deployment
                  .stores()
                  .scan(cluster, order.getApplication(), row.getAfter(), PAGE)
                  .thenCompose(
                      tenants -> {
                        List<String> users =
                            tenants.stream().map(each -> each.tenant().user()).toList();
                        return users.isEmpty()
                            ? advance(row, this::endWalk).thenApply(done -> false)
                            : visit(row, users, started);
                      });
            });
  }

  private void endWalk(StoredRollOut.Builder row) {
    row.setPhase(Phase.BUILDING).clearAfter().setWalkedMillis(now().toEpochMilli());
  }

  private CompletableFuture<Boolean> visit(StoredRollOut row, List<String> users, Instant started) {
    String last = users.get(users.size() - 1);
    Pace pace = Pace.perSecond(row.getTenantsPerSecond());
    return visitAll(users, settling::visit)
        .thenCompose(
            done ->
                advance(
                    row, next -> next.setAfter(last).setVisited(next.getVisited() + users.size())))
        .thenCompose(
            mine ->
                mine
                    ? cluster
                        .database()
                        .delay(pace.waitAfter(users.size(), Duration.between(started, now())))
                        .thenApply(waited -> now().isBefore(until))
                    : CompletableFuture.completedFuture(false));
  }

  private static CompletableFuture<Void> visitAll(
      List<String> users, Function<String, CompletableFuture<Void>> visit) {
    List<List<String>> parts = new ArrayList<>();
    for (int from = 0; from < users.size(); from += AT_ONCE) {
      parts.add(users.subList(from, Math.min(users.size(), from + AT_ONCE)));
    }
    return AsyncLoop.forEach(
        parts, part -> AsyncLoop.all(part.stream().map(visit).toList()).thenAccept(done -> {}));
  }

  /** Changes the row unless another worker has changed it. Whether it was changed. */
  private CompletableFuture<Boolean> advance(
      StoredRollOut before, Consumer<StoredRollOut.Builder> change) {
    return cluster.database().run(RUN, context -> advance(context, before, change));
  }

  private CompletableFuture<Boolean> advance(
      RecordContext context, StoredRollOut before, Consumer<StoredRollOut.Builder> change) {
    return rows.find(context, order.getApplication(), false)
        .thenApply(
            found -> {
              if (!found.equals(Optional.of(before))) {
                return false;
              }
              StoredRollOut.Builder after = before.toBuilder();
              change.accept(after);
              rows.write(context, order.getApplication(), after.build());
              return true;
            });
  }

  /** Visits a page of the tenants that are left. */
  private CompletableFuture<Optional<Duration>> look(StoredRollOut row) {
    return cluster
        .read(context -> marks.page(context, row.getAfter(), PAGE, true))
        .thenCompose(
            page -> {
              if (page.isEmpty() && row.getAfter().isEmpty()) {
                return end(row);
              }
              List<String> users = page.stream().map(SchemaMarks.Marked::user).toList();
              boolean last = page.size() < PAGE;
              return visitAll(users, settling::look)
                  .thenCompose(
                      done -> advance(row, next -> next.setAfter(last ? "" : users.get(PAGE - 1))))
                  .thenApply(done -> Optional.of(last ? pause(row) : Duration.ZERO));
            });
  }

  /** A quarter of the time since the walk, so that what takes long is looked at seldom. */
  private Duration pause(StoredRollOut row) {
    Duration since = Duration.between(Instant.ofEpochMilli(row.getWalkedMillis()), now());
    Duration share = since.dividedBy(LOOK_SHARE);
    return share.compareTo(LOOK_MIN) < 0
        ? LOOK_MIN
        : share.compareTo(LOOK_MAX) > 0 ? LOOK_MAX : share;
  }

  /** A mark that is set at the same time makes the transaction fail, and be run again. */
  private CompletableFuture<Optional<Duration>> end(StoredRollOut row) {
    return cluster
        .database()
        .run(
            RUN,
            context ->
                marks
                    .page(context, "", 1, false)
                    .thenCompose(
                        left ->
                            left.isEmpty()
                                ? advance(context, row, this::endAll)
                                : CompletableFuture.completedFuture(false)))
        .thenApply(ended -> Optional.of(Duration.ZERO));
  }

  private void endAll(StoredRollOut.Builder row) {
    row.setPhase(Phase.DONE).setEndedMillis(now().toEpochMilli());
  }
}
