package dev.tenure.consumer.service;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** With real threads: what virtual time cannot show. */
abstract class RealTimeContract {
  private static final int WORKERS = 8;

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService executor = Executors.newFixedThreadPool(4);
  private final ExecutorService blocking = Executors.newFixedThreadPool(WORKERS);
  private final List<Consumer> consumers = new ArrayList<>();
  private QueueCluster cluster;
  private TenantId ahab;

  /** What the queue stands on. */
  abstract Database database();

  /** Closes it; nobody uses it any more. */
  abstract void dispose();

  /** Where in it this test's cluster lies. */
  abstract ClusterOptions options();

  /** An application that no other test has on this database. */
  abstract String application();

  /** How long two thousand items may take. */
  abstract Duration patience();

  @BeforeEach
  void open() {
    RecordDatabase database =
        RecordDatabase.builder(database())
            .clock(InstantSource.system())
            .random(new Random())
            .executor(executor)
            .timer(timer)
            .build();
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    cluster = QueueCluster.open(database, options(), TenantSchemas.same(metaData)).join();
    ahab = tenant("ahab");
  }

  private TenantId tenant(String user) {
    TenantId tenant = new TenantId(application(), user);
    cluster.createTenant(tenant).join();
    return tenant;
  }

  @AfterEach
  void close() {
    consumers.forEach(consumer -> consumer.stop(Duration.ofSeconds(5)).join());
    dispose();
    timer.shutdownNow();
    executor.shutdownNow();
    blocking.shutdownNow();
  }

  private static ConsumerOptions hasty(String id) {
    return ConsumerOptions.defaults(id)
        .withWorkers(WORKERS)
        .withItemLease(Duration.ofSeconds(4))
        .withPollInterval(Duration.ofMillis(500));
  }

  private Consumer consume(String id, WorkType<String> type, ItemHandler<String> handler) {
    return consume(hasty(id), type, handler);
  }

  private Consumer consume(
      ConsumerOptions options, WorkType<String> type, ItemHandler<String> handler) {
    Consumer consumer =
        Consumer.builder(
                Deployment.of(List.of(cluster)),
                Handlers.builder().on(type, handler).build(),
                options)
            .workerExecutor(blocking)
            .build();
    consumers.add(consumer);
    consumer.start();
    return consumer;
  }

  private String send(String payload) {
    return cluster.run(ahab, tx -> tx.zone().enqueue(NewItem.of(Fleet.SEND, payload))).join().id();
  }

  @Test
  void aLostLeaseInterruptsTheThread() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Consumer consumer =
        consume(
            "c",
            Fleet.SEND,
            ItemHandler.blocking(
                (payload, context) -> {
                  running.countDown();
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                  }
                  return Outcome.done();
                }));
    String id = send("letter");
    assertTrue(running.await(2, TimeUnit.MINUTES));
    cluster.run(ahab, tx -> tx.zone().cancel(id)).join();
    assertTrue(interrupted.await(2, TimeUnit.MINUTES));
    await().atMost(Duration.ofMinutes(2)).until(() -> consumer.status().load().running() == 0);
    assertEquals(1, consumer.status().leases().lost());
    assertEquals(0, consumer.status().items().failed());
  }

  @Test
  void aThreadThatWasInterruptedServesTheNextItemUnharmed() {
    WorkType<String> bounded =
        Fleet.SEND.withPolicy(
            WorkPolicy.defaults().withExecutionBound(Duration.ofSeconds(2)).withAttemptsMax(1));
    Queue<Boolean> flags = new ConcurrentLinkedQueue<>();
    Consumer consumer =
        consume(
            "c",
            bounded,
            ItemHandler.blocking(
                (payload, context) -> {
                  if (payload.equals("stubborn")) {
                    while (!context.cancelled()) {
                      LockSupport.parkNanos(1_000_000);
                    }
                    return Outcome.done();
                  }
                  flags.add(Thread.currentThread().isInterrupted());
                  return Outcome.done();
                }));
    for (int i = 0; i < WORKERS; i++) {
      send("stubborn");
    }
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> consumer.status().items().deadLettered() == WORKERS);
    for (int i = 0; i < 4 * WORKERS; i++) {
      send("letter");
    }
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> consumer.status().items().completed() == 4 * WORKERS);
    assertEquals(4 * WORKERS, flags.size());
    assertFalse(flags.contains(true));
  }

  @Test
  void aThreadThatDoesNotYieldKeepsItsWorkersSlot() {
    WorkType<String> bounded =
        Fleet.SEND.withPolicy(
            WorkPolicy.defaults().withExecutionBound(Duration.ofSeconds(2)).withAttemptsMax(1));
    CountDownLatch release = new CountDownLatch(1);
    Consumer consumer =
        consume(
            "c",
            bounded,
            ItemHandler.blocking(
                (payload, context) -> {
                  boolean done = false;
                  while (!done) {
                    done = release.getCount() == 0;
                    LockSupport.parkNanos(1_000_000);
                  }
                  return Outcome.done();
                }));
    send("letter");
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> consumer.status().items().deadLettered() == 1);
    assertEquals(1, consumer.status().load().running());
    release.countDown();
    await().atMost(Duration.ofMinutes(2)).until(() -> consumer.status().load().running() == 0);
    assertEquals(0, consumer.status().items().completed());
  }

  @Test
  void severalConsumersWithManyThreadsRunEachItemOnce() {
    int tenants = 20;
    int items = 100;
    Set<String> seen = ConcurrentHashMap.newKeySet();
    AtomicInteger calls = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      consume(
          "c" + i,
          Fleet.SEND,
          (payload, context) -> {
            calls.incrementAndGet();
            seen.add(context.tenant() + payload);
            return CompletableFuture.completedFuture(Outcome.done(Counters.readAndAdd("effects")));
          });
    }
    List<CompletableFuture<?>> sent = new ArrayList<>();
    for (int tenant = 0; tenant < tenants; tenant++) {
      TenantId id = tenant("user " + tenant);
      for (int item = 0; item < items; item++) {
        NewItem letter = NewItem.of(Fleet.SEND, " letter " + item);
        sent.add(cluster.run(id, tx -> tx.zone().enqueue(letter)));
      }
    }
    sent.forEach(CompletableFuture::join);
    await()
        .atMost(patience())
        .until(
            () ->
                consumers.stream().mapToLong(each -> each.status().items().completed()).sum()
                    == (long) tenants * items);
    assertEquals(tenants * items, seen.size());
    for (int tenant = 0; tenant < tenants; tenant++) {
      TenantId id = new TenantId(application(), "user " + tenant);
      long effects = cluster.run(id, tx -> Counters.read(tx, "effects")).join();
      assertEquals(items, effects);
    }
  }

  @Test
  void anIdleConsumerIsWokenAndDoesNotWaitForItsPoll() {
    AtomicInteger run = new AtomicInteger();
    consume(
        hasty("c").withPollInterval(Duration.ofHours(1)),
        Fleet.SEND,
        (payload, context) -> {
          run.incrementAndGet();
          return CompletableFuture.completedFuture(Outcome.done());
        });
    for (int i = 1; i <= 10; i++) {
      int expected = i;
      send("letter");
      await().atMost(Duration.ofMinutes(5)).until(() -> run.get() == expected);
    }
  }
}
