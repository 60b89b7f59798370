package dev.tenure.queue;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateEnvironment;
import dev.tenure.late.LateOptions;
import dev.tenure.late.time.ManualClock;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.testproto.Letter;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.metadata.MetaDataPart;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.MemoryMeters;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One cluster in memory with a tenant, under a clock that the test moves; {@link LateMode} makes
 * its answers late.
 */
public final class TestCluster implements AutoCloseable {
  public static final TenantId TENANT = new TenantId("mail", "ahab");
  public static final WorkType<String> SEND = WorkType.of("send", PayloadCodecs.text());
  public static final WorkType<String> PRINT = WorkType.of("print", PayloadCodecs.text());

  public final ManualClock clock = new ManualClock();
  public final MemoryMeters meters = new MemoryMeters();
  public final QueueCluster cluster;
  public final RecordDatabase database;

  private final Outstanding outstanding = new Outstanding();
  private final ScheduledExecutorService executor = outstanding.pool(2);
  private final ScheduledExecutorService commits = outstanding.pool(1);
  private final ScheduledExecutorService answers = outstanding.answerTimer();
  private final EmbeddedDatabase engine;
  private final Database connection;
  private final Subspace tenantStore;
  private final ClusterOptions options;
  private volatile Function<CommitRequest, CommitFault> fault = request -> CommitFault.NONE;

  private TestCluster(ClusterOptions options, @Nullable LateOptions late, RecordMetaData schema) {
    engine =
        EmbeddedDatabase.memory(
            EmbeddedEnvironment.builder()
                .clock(clock)
                .random(new Random(7))
                .commitExecutor(commits)
                .executor(executor)
                .timer(executor)
                .faults(
                    new FaultInjector() {
                      @Override
                      public CommitFault beforeCommit(CommitRequest request) {
                        return fault.apply(request);
                      }
                    })
                .build());
    connection = late == null ? engine : connection(late);
    database = database(clock);
    this.options = options;
    cluster = join(QueueCluster.open(database, options, TenantSchemas.same(schema)));
    join(cluster.createTenant(TENANT));
    tenantStore =
        join(
            database.run(
                context -> cluster.begin(context, TENANT).thenApply(tx -> tx.store().subspace())));
  }

  private RecordDatabase database(InstantSource by) {
    return RecordDatabase.builder(connection)
        .meters(meters)
        .clock(by)
        .random(new Random(8))
        .executor(executor)
        .timer(executor)
        .build();
  }

  public static TestCluster start() {
    return start(ClusterOptions.named("test"));
  }

  public static TestCluster start(ClusterOptions options) {
    return new TestCluster(options, LateMode.options().orElse(null), metaData());
  }

  /** A cluster whose queues have the indexes for lists in the order of time. */
  public static TestCluster startSearchable() {
    return new TestCluster(
        ClusterOptions.named("test"),
        LateMode.options().orElse(null),
        metaData(QueueSchema.searchable()));
  }

  /** A cluster whose answers are late. */
  public static TestCluster startLate(LateOptions late) {
    return new TestCluster(ClusterOptions.named("test"), late, metaData());
  }

  private Database connection(LateOptions late) {
    return LateDatabase.of(engine, late, new LateEnvironment(clock, answers, executor));
  }

  /** How many answers of a late cluster were delivered after one that was asked for later. */
  public long reordered() {
    return connection instanceof LateDatabase late ? late.counts().reordered() : 0;
  }

  public static RecordMetaData metaData() {
    return metaData(QueueSchema.part());
  }

  private static RecordMetaData metaData(MetaDataPart queues) {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Letter.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
        .include(queues)
        .build();
  }

  public static NewItem item(String payload) {
    return NewItem.of(SEND, payload);
  }

  /** Runs a transaction on the tenant and waits for it and for what follows its commit. */
  public <T> T run(Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return settled(cluster.run(TENANT, body));
  }

  /** Waits for it, and until nothing is under way any more: checks after commits have ended. */
  public <T> T settled(CompletableFuture<T> future) {
    T result = join(future);
    outstanding.await();
    return result;
  }

  /** As {@link #run}, of a yes or no. */
  public boolean ask(Function<? super TenantTransaction, ? extends CompletionStage<Boolean>> body) {
    Boolean answer = run(body);
    return answer;
  }

  /** How many items of the type the default zone counts. */
  public long count(WorkType<?> type) {
    Long count = run(tx -> tx.zone().count(type.name()));
    return count;
  }

  /**
   * Another process of the cluster, whose clock is off; versions advance by the clock of this one.
   *
   * @param ahead how far its clock is ahead, behind when negative
   */
  public OtherProcess process(Duration ahead) {
    RecordDatabase other = database(() -> clock.instant().plus(ahead));
    return new OtherProcess(
        this, join(QueueCluster.open(other, options, TenantSchemas.same(metaData()))), other);
  }

  /** A process with a clock of its own. */
  public record OtherProcess(TestCluster test, QueueCluster cluster, RecordDatabase database) {
    /** Runs a transaction on the tenant and waits for it and for what follows its commit. */
    public <T> T run(Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
      return test.settled(cluster.run(TENANT, body));
    }
  }

  /** Runs a transaction of that name, by which {@link #counted} tells what it did. */
  public <T> T run(
      String name, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
    return settled(cluster.run(RunOptions.defaults().withName(name), TENANT, body));
  }

  /** How often something was done by {@link #run(Function)}, and not by what follows a commit. */
  public long counted(RecordCounter counter) {
    return meters.count(counter, RunOptions.defaults().name());
  }

  /** How often something was done in all transactions of that name. */
  public long counted(RecordCounter counter, String name) {
    return meters.count(counter, name);
  }

  /** What becomes of commits from now on. */
  public void plant(Function<CommitRequest, CommitFault> newFault) {
    fault = newFault;
  }

  /** A transaction that the test commits itself, to interleave it with others. */
  public Open open() {
    RecordContext context = database.openContext();
    return new Open(context, join(cluster.begin(context, TENANT)));
  }

  /** An open transaction of the tenant. */
  public record Open(RecordContext context, TenantTransaction tx) implements AutoCloseable {
    public void commit() {
      join(context.commit());
    }

    @Override
    public void close() {
      context.close();
    }
  }

  public void advance(Duration by) {
    clock.advance(by);
  }

  /** Removes the tenant's store, its header included, behind the queue's back. */
  public void deleteTenantStore() {
    inTenantStore(RecordStore::clear);
  }

  /** Writes something that is no header where the tenant's store has its own. */
  public void damageTenantStore() {
    inTenantStore(
        (context, store) -> {
          context.set(store.pack(Tuple.from(0)), new byte[] {1, 99});
          context.expireStoreStates();
        });
  }

  /** Writes a row as an import does that has only begun. */
  public void importRowOfTenantStore() {
    inTenantStore((context, store) -> context.set(store.pack(Tuple.from(1, 1)), new byte[] {1}));
  }

  private void inTenantStore(BiConsumer<RecordContext, Subspace> change) {
    join(
        database.run(
            context -> {
              change.accept(context, tenantStore);
              return CompletableFuture.completedFuture(null);
            }));
  }

  /** Makes the tenant's store where there is none. */
  public void createTenantStore() {
    openTenantStore(metaData(), OpenMode.CREATE);
  }

  /** Has the tenant's store opened by a process with metadata of the next version. */
  public void upgradeTenantStore() {
    openTenantStore(
        RecordMetaData.builder()
            .version(2)
            .recordType(
                Letter.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
            .include(QueueSchema.part())
            .build(),
        OpenMode.OPEN);
  }

  private void openTenantStore(RecordMetaData schema, OpenMode mode) {
    join(database.run(context -> RecordStore.open(context, tenantStore, schema, mode)));
  }

  public static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    connection.close();
    executor.shutdownNow();
    commits.shutdownNow();
    answers.shutdownNow();
  }
}
