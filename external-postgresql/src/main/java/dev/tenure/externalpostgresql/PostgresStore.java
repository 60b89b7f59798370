package dev.tenure.externalpostgresql;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.PreparedItem;
import dev.tenure.queue.external.store.DueZone;
import dev.tenure.queue.external.store.ExternalDequeue;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * Queue zones in a schema of a PostgreSQL database. No statement runs before the first call, so
 * that a process starts while the database is down. Safe for use by many threads; needs no closing.
 * The caller closes its data source and executors.
 *
 * <p>These settings are the caller's:
 *
 * <ul>
 *   <li>Connections must lead to the primary server, and {@code synchronous_commit} must not be
 *       off. Transactions have PostgreSQL's default isolation, read committed.
 *   <li>The URL should have a {@code socketTimeout}: without it, a call of a server that has
 *       vanished from the network ends in time, but keeps its thread and connection.
 *   <li>The executor should have as many threads as the data source has connections.
 * </ul>
 */
public final class PostgresStore implements ExternalStore {
  private static final Duration POINTER_LEASE = Duration.ofSeconds(5);

  private final StoreCalls calls;
  private final StoreTables tables;
  private final ItemStatements items;
  private final ZoneStatements zones;

  private PostgresStore(StoreCalls calls) {
    this.calls = calls;
    this.tables = new StoreTables(calls.options());
    this.items = new ItemStatements(tables, calls.options());
    this.zones = new ZoneStatements(tables, items);
  }

  /**
   * A store in a schema of a database.
   *
   * @param executor runs JDBC calls, each of which blocks one of its threads
   * @param timer ends calls that are not answered in time
   */
  public static PostgresStore of(
      DataSource source,
      Executor executor,
      ScheduledExecutorService timer,
      PostgresStoreOptions options) {
    return new PostgresStore(new StoreCalls(source, executor, timer, options));
  }

  /**
   * Creates the schema and the tables that are missing. Needs the rights to do so; all other calls
   * need only those to read and change rows.
   *
   * @return fails with {@link PostgresStoreException} when tables of another format exist
   */
  public CompletableFuture<Void> createTables() {
    return calls
        .run(
            connection -> {
              tables.create(connection);
              return true;
            })
        .thenApply(done -> null);
  }

  /**
   * Stores an item in a transaction of the caller, who afterwards commits it, and then calls {@link
   * ExternalZone#announce}. Blocks the calling thread.
   *
   * @param prepared by {@link ExternalZone#prepare}
   * @return whether the item was added; false when the zone has its id already
   */
  public boolean enqueue(Connection connection, ExternalZone zone, PreparedItem prepared)
      throws SQLException {
    tables.require(connection);
    return items.enqueue(connection, zone.address(), prepared.item(), prepared.life());
  }

  private <T> CompletableFuture<T> run(StoreCalls.Work<T> work) {
    return calls.run(
        connection -> {
          tables.require(connection);
          return work.run(connection);
        });
  }

  @Override
  public boolean leasesItems() {
    return true;
  }

  @Override
  public Duration pointerLease() {
    return POINTER_LEASE;
  }

  @Override
  public CompletableFuture<Boolean> enqueue(ZoneAddress zone, NewItem item, long life) {
    return run(connection -> items.enqueue(connection, zone, item, life));
  }

  @Override
  public CompletableFuture<Boolean> withdraw(ZoneAddress zone, String id, long life) {
    return run(connection -> items.withdraw(connection, zone, id, life));
  }

  @Override
  public CompletableFuture<ExternalDequeue> dequeue(
      ZoneAddress zone, LeaseId lease, DequeueRequest request, Predicate<IndexedItem> permits) {
    return run(
        connection ->
            new DequeueCall(tables, items, zone, lease, request, permits).run(connection));
  }

  @Override
  public CompletableFuture<Optional<Duration>> look(ZoneAddress zone) {
    return run(connection -> zones.next(connection, zone, false));
  }

  @Override
  public CompletableFuture<ZoneOutcome> extend(
      ZoneAddress zone, String id, LeaseId lease, Duration duration) {
    return run(connection -> items.extend(connection, zone, id, lease, duration));
  }

  @Override
  public CompletableFuture<ZoneOutcome> complete(
      ZoneAddress zone, String id, LeaseId lease, Optional<ExternalEffects> effects) {
    return run(connection -> items.complete(connection, zone, id, lease, effects));
  }

  @Override
  public CompletableFuture<ZoneOutcome> requeue(
      ZoneAddress zone, String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
    return run(connection -> items.requeue(connection, zone, id, lease, delay, failure));
  }

  @Override
  public CompletableFuture<ZoneOutcome> moveToDeadLetter(
      ZoneAddress zone,
      String id,
      LeaseId lease,
      DeadLetterKind kind,
      String reason,
      Optional<Failure> failure) {
    return run(
        connection -> items.moveToDeadLetter(connection, zone, id, lease, kind, reason, failure));
  }

  @Override
  public CompletableFuture<List<DueZone>> zones(Optional<ZoneAddress> after, int max) {
    return run(connection -> zones.zones(connection, after, max));
  }

  @Override
  public CompletableFuture<List<ZoneCounts>> zonesOf(
      TenantId tenant, Optional<String> after, int max) {
    return run(connection -> zones.zonesOf(connection, tenant, after, max));
  }

  @Override
  public CompletableFuture<List<WorkItem>> items(
      ZoneAddress zone, Optional<String> after, int max) {
    return run(connection -> zones.items(connection, zone, after, max));
  }

  @Override
  public CompletableFuture<List<DeadLetter>> deadLetters(
      ZoneAddress zone, Optional<String> after, int max) {
    return run(connection -> zones.deadLetters(connection, zone, after, max));
  }

  @Override
  public CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, String id) {
    return run(connection -> items.redrive(connection, zone, id));
  }

  @Override
  public CompletableFuture<ZoneOutcome> cancel(ZoneAddress zone, String id) {
    return run(connection -> items.cancel(connection, zone, id));
  }

  @Override
  public CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, DeadLetter read) {
    return run(connection -> items.redrive(connection, zone, read));
  }

  @Override
  public CompletableFuture<ZoneOutcome> remove(ZoneAddress zone, DeadLetter read) {
    return run(connection -> items.remove(connection, zone, read));
  }
}
