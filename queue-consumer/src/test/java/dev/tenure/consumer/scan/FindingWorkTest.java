package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus.Visits;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.consumer.top.TopTenants;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("punctual") // its subject is how soon work is found
class FindingWorkTest {
  /** Of the records that say who scans a shard in order (docs/formats/queue.md). */
  private static final long SCAN_TYPE_KEY = 1_102;

  private static final ItemHandler<String> AT_ONCE =
      (payload, context) -> CompletableFuture.completedFuture(Outcome.done());

  private Fleet fleet = Fleet.start();
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private void use(Fleet other) {
    fleet.close();
    fleet = other;
  }

  private Fleet.Site process() {
    return fleet.process("one").withTenant(Fleet.AHAB);
  }

  private static TenantId tenant(int number) {
    return new TenantId("mail", "user " + number);
  }

  @Test
  void aConsumerLearnsOfShardsThatAreAddedWhileItRuns() {
    Consumer consumer = process().start("c", AT_ONCE, journal);
    fleet.time.pass(Duration.ofSeconds(1));
    Fleet.Site producer = fleet.process("producer", options -> options.withShards(8));
    List<TenantId> tenants = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tenants.add(new TenantId("mail", "user " + i));
      producer.withTenant(tenants.get(i)).send(tenants.get(i), "letter");
    }
    fleet.time.pass(ConsumerOptions.defaults("c").heartbeat().plusSeconds(1));
    assertEquals(20, consumer.status().items().completed());
    tenants.forEach(tenant -> producer.send(tenant, "another letter"));
    fleet.time.pass(Duration.ofMillis(500));
    assertEquals(40, consumer.status().items().completed());
  }

  @Test
  void everyItemOfManyTenantsOnSeveralClustersIsRunOnce() {
    use(
        Fleet.start(
            3, ClusterOptions.named("a").withShards(3), ClusterOptions.named("b").withShards(2)));
    Fleet.Site process = fleet.process("one");
    for (int i = 0; i < 40; i++) {
      process.withTenant(tenant(i));
      for (int item = 0; item <= i % 4; item++) {
        process.send(tenant(i), "letter");
      }
    }
    process.start("c", AT_ONCE, journal);
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(100, journal.completed.size());
    assertTrue(journal.completed.values().stream().allMatch(times -> times == 1));
    for (int i = 0; i < 40; i++) {
      assertEquals(0, process.left(tenant(i)));
    }
  }

  @Test
  void anIdleConsumerOfTheProducersProcessStartsAtOnce() {
    Fleet.Site process = process();
    process.start("c", AT_ONCE, journal);
    for (int i = 0; i < 20; i++) {
      fleet.time.pass(Duration.ofMillis(1_234));
      process.send(Fleet.AHAB, "letter " + i);
      fleet.time.pass(Duration.ofMillis(20));
      assertEquals(i + 1, journal.completed.size());
    }
    assertTrue(journal.longestWait().toMillis() <= 1, "waited " + journal.longestWait());
  }

  @Test
  void anIdleConsumerOfAnotherProcessStartsAtOnce() {
    Fleet.Site process = process();
    fleet.process("two").start("c", AT_ONCE, journal);
    for (int i = 0; i < 20; i++) {
      fleet.time.pass(Duration.ofMillis(1_234));
      process.send(Fleet.AHAB, "letter " + i);
      fleet.time.pass(Duration.ofMillis(20));
      assertEquals(i + 1, journal.completed.size());
    }
    assertTrue(journal.longestWait().toMillis() <= 1, "waited " + journal.longestWait());
  }

  @Test
  void aDelayedItemStartsWhenItVests() {
    Fleet.Site process = process();
    process.start("c", AT_ONCE, journal);
    for (int seconds : new int[] {40, 3, 600}) {
      process.enqueue(
          Fleet.AHAB, NewItem.of(Fleet.SEND, "late").withDelay(Duration.ofSeconds(seconds)));
    }
    fleet.time.pass(Duration.ofSeconds(601));
    assertEquals(3, journal.completed.size());
    assertTrue(journal.longestWait().toMillis() <= 2, "waited " + journal.longestWait());
  }

  @Test
  void ofSeveralIdleConsumersOneVisits() {
    Fleet.Site process = process();
    List<Consumer> consumers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      consumers.add(fleet.process("of " + i).start("c" + i, AT_ONCE, journal));
    }
    fleet.time.pass(Duration.ofSeconds(20));
    for (int i = 0; i < 20; i++) {
      process.send(Fleet.AHAB, "letter " + i);
      fleet.time.pass(Duration.ofSeconds(1));
    }
    assertEquals(20, journal.completed.size());
    assertTrue(journal.longestWait().toMillis() <= 1, "waited " + journal.longestWait());
    assertEquals(0, sum(consumers, Visits::conflictsReading));
    assertEquals(0, sum(consumers, Visits::conflictsCommitting));
  }

  @Test
  void aPointerThatAnotherCollectedIsACollision() {
    use(Fleet.startShuffled(1, ClusterOptions.named("a")));
    Fleet.Site process = fleet.process("one");
    for (int i = 0; i < 300; i++) {
      process.withTenant(tenant(i)).send(tenant(i), "letter");
    }
    Consumer first = process.start("first", AT_ONCE, journal);
    fleet.time.pass(Duration.ofSeconds(10));
    first.halt();
    fleet.time.pass(Duration.ofMinutes(1));
    journal.visits.clear();
    List<Fleet.Site> processes = List.of(process, fleet.process("two"), fleet.process("three"));
    List<Consumer> consumers =
        processes.stream().map(each -> each.start("one of three", AT_ONCE, journal)).toList();
    fleet.time.pass(Duration.ofMinutes(2));
    long gone = journal.visits.stream().filter(VisitResult.Gone.class::isInstance).count();
    long rested = journal.visits.stream().filter(VisitResult.NotVested.class::isInstance).count();
    assertTrue(gone > 0, "no pointer was gone in " + journal.visits.size() + " visits");
    assertEquals(gone + rested, sum(consumers, Visits::conflictsReading));
    assertEquals(300, sum(consumers, Visits::pointersCollected));
  }

  private static long sum(List<Consumer> consumers, ToLongFunction<Visits> counted) {
    return consumers.stream().map(each -> each.status().visits()).mapToLong(counted).sum();
  }

  @Test
  void anIdleConsumerCostsNextToNothing() {
    Consumer consumer = process().start("c", AT_ONCE, journal);
    fleet.time.pass(Duration.ofSeconds(10));
    long before = consumer.status().visits().peeks();
    fleet.time.pass(Duration.ofMinutes(10));
    long peeks = consumer.status().visits().peeks() - before;
    assertTrue(peeks >= 600 / 6 - 1 && peeks <= 600 / 4 + 1, peeks + " peeks");
    assertEquals(0, consumer.status().visits().visits());
  }

  @Test
  void anEmptiedZoneIsVisitedAFewTimesAndItsPointerCollected() {
    Fleet.Site process = process();
    Consumer consumer = process.start("c", AT_ONCE, journal);
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofMinutes(2));
    Visits visits = consumer.status().visits();
    assertEquals(1, visits.pointersCollected());
    assertTrue(visits.visits() <= 12, visits + "");
  }

  @Test
  void anUnknownTypeIsNotTakenAndItsPointerRestsLongerEachTime() {
    Fleet.Site process = process();
    Consumer consumer = process.start("c", AT_ONCE, journal);
    String id = process.enqueue(Fleet.AHAB, NewItem.of(Fleet.PRINT, "poster"));
    fleet.time.pass(Duration.ofMinutes(10));
    long visits = consumer.status().visits().visits();
    // 1 + 2 + 4 + ... + 32 s, then a minute each.
    assertTrue(visits >= 12 && visits <= 20, visits + " visits");
    assertEquals(0, process.find(Fleet.AHAB, id).orElseThrow().leases());
    assertEquals(0, consumer.status().items().started());
  }

  @Test
  void itemsOfKnownTypeAreTakenFromAmongUnknownOnes() {
    Fleet.Site process = process();
    for (int i = 0; i < 30; i++) {
      process.enqueue(Fleet.AHAB, NewItem.of(Fleet.PRINT, "poster"));
      process.send(Fleet.AHAB, "letter");
    }
    process.start("c", AT_ONCE, journal);
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(30, journal.completed.size());
    assertEquals(30, process.left(Fleet.AHAB));
  }

  @Test
  void noMoreItemsOfATypeRunThanItsBound() {
    Fleet.Site process = process();
    int[] runningAndMost = new int[2];
    ItemHandler<String> slow =
        (payload, context) -> {
          runningAndMost[1] = Math.max(runningAndMost[1], ++runningAndMost[0]);
          return fleet
              .takes(Duration.ofMillis(500), Outcome.done())
              .whenComplete((done, error) -> runningAndMost[0]--);
        };
    process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder()
            .on(Fleet.SEND.withPolicy(WorkPolicy.defaults().withConcurrency(3)), slow)
            .on(Fleet.PRINT, AT_ONCE)
            .build(),
        journal);
    for (int i = 0; i < 30; i++) {
      process.send(Fleet.AHAB, "letter");
    }
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.PRINT, "poster"));
    fleet.time.pass(Duration.ofSeconds(2));
    assertTrue(journal.completed.size() >= 4, journal.completed + "");
    fleet.time.pass(Duration.ofSeconds(28));
    assertEquals(31, journal.completed.size());
    assertEquals(3, runningAndMost[1]);
  }

  @Test
  void aZoneAloneIsEmptiedInVisitsThatDouble() {
    Fleet.Site process = process();
    for (int i = 0; i < 500; i++) {
      process.send(Fleet.AHAB, "letter");
    }
    ConsumerOptions options = ConsumerOptions.defaults("c").withWorkers(1_000);
    process.start(options, Handlers.builder().on(Fleet.SEND, AT_ONCE).build(), journal);
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(500, journal.completed.size());
    assertEquals(List.of(8, 16, 32, 64, 128, 128, 124), journal.taken());
  }

  @Test
  void visitsAreShortWhileOthersWait() {
    Fleet.Site process = process().withTenant(Fleet.QUEEQUEG);
    for (int i = 0; i < 200; i++) {
      process.send(Fleet.AHAB, "letter");
      process.send(Fleet.QUEEQUEG, "letter");
    }
    ConsumerOptions options = ConsumerOptions.defaults("c").withManagers(1);
    process.start(options, Handlers.builder().on(Fleet.SEND, AT_ONCE).build(), journal);
    fleet.time.runUntil(Duration.ofSeconds(5), () -> journal.completed.size() >= 300);
    long longVisits = journal.taken().stream().filter(items -> items > 16).count();
    assertEquals(0, longVisits, journal.taken() + "");
  }

  /** Visits to two zones with much to do, begun after a second of items that take so long. */
  private List<Integer> visitsOfTwoZones(Duration item) {
    Fleet.Site process = process().withTenant(Fleet.QUEEQUEG);
    List<NewItem> letters = Collections.nCopies(100, NewItem.of(Fleet.SEND, "letter"));
    for (int i = 0; i < 90; i++) {
      for (TenantId tenant : List.of(Fleet.AHAB, Fleet.QUEEQUEG)) {
        process.run(tenant, transaction -> transaction.zone().enqueueAll(letters));
      }
    }
    process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder()
            .on(Fleet.SEND, (payload, context) -> fleet.takes(item, Outcome.done()))
            .build(),
        journal);
    fleet.time.pass(Duration.ofSeconds(1));
    int before = journal.taken().size();
    fleet.time.pass(Duration.ofMillis(200));
    assertTrue(process.left(Fleet.AHAB) > 0 && process.left(Fleet.QUEEQUEG) > 0, "all is done");
    return List.copyOf(journal.taken().subList(before, journal.taken().size()));
  }

  @Test
  void visitsGrowWithShortItemsThoughOthersWait() {
    List<Integer> taken = visitsOfTwoZones(Duration.ofMillis(10));
    assertTrue(taken.stream().anyMatch(items -> items > 8), taken + "");
    assertTrue(taken.stream().allMatch(items -> items <= 128), taken + "");
  }

  @Test
  void visitsStayShortWithSlowItemsWhileOthersWait() {
    List<Integer> taken = visitsOfTwoZones(Duration.ofMillis(100));
    assertTrue(taken.stream().allMatch(items -> items <= 8), taken + "");
    assertTrue(taken.size() > 10, taken + "");
  }

  @Test
  void aFloodingTenantDoesNotKeepAQuietOneWaiting() {
    Fleet.Site process = process().withTenant(Fleet.QUEEQUEG);
    for (int i = 0; i < 3_000; i++) {
      process.send(Fleet.AHAB, "flood");
    }
    List<Duration> quiet = new ArrayList<>();
    Instant[] sentAt = new Instant[1];
    process.start(
        "c",
        (payload, context) -> {
          if (payload.equals("quiet")) {
            quiet.add(Duration.between(sentAt[0], fleet.time.instant()));
          }
          return fleet.takes(Duration.ofMillis(10), Outcome.done());
        });
    for (int i = 0; i < 10; i++) {
      fleet.time.pass(Duration.ofMillis(30));
      sentAt[0] = fleet.time.instant();
      process.send(Fleet.QUEEQUEG, "quiet");
    }
    fleet.time.pass(Duration.ofMillis(50));
    assertEquals(10, quiet.size());
    assertTrue(process.left(Fleet.AHAB) > 500, "the flood was over before the test");
    quiet.forEach(wait -> assertTrue(wait.toMillis() <= 50, quiet + ""));
  }

  @Test
  void oneConsumerScansABusyShardInOrder() {
    Fleet.Site process = process();
    for (int i = 0; i < 30; i++) {
      process.withTenant(tenant(i));
      for (int item = 0; item < 30; item++) {
        process.send(tenant(i), "letter");
      }
    }
    ItemHandler<String> slow =
        (payload, context) -> fleet.takes(Duration.ofMillis(100), Outcome.done());
    Consumer one =
        process.start(ConsumerOptions.defaults("c1").withWorkers(4), slow(slow), journal);
    Consumer two =
        fleet
            .process("two")
            .start(ConsumerOptions.defaults("c2").withWorkers(4), slow(slow), journal);
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(
        1, one.status().load().sequentialShards() + two.status().load().sequentialShards());
    fleet.time.pass(Duration.ofSeconds(60));
    assertEquals(900, journal.completed.size());
    assertEquals(
        0, one.status().load().sequentialShards() + two.status().load().sequentialShards());
  }

  @Test
  void aScanInOrderThatIsGrantedWhenNothingWaitsAnyLongerIsGivenBack() {
    byte[] scanOfShard = Tuple.from(SCAN_TYPE_KEY, Tuple.from(0)).pack();
    List<Instant> asked = new ArrayList<>();
    fleet.faults.slow(
        request -> {
          boolean scan =
              request.mutations().stream()
                  .anyMatch(
                      mutation ->
                          mutation instanceof Mutation.Set set && endsWith(set.key(), scanOfShard));
          if (scan) {
            asked.add(fleet.time.instant());
          }
          return scan;
        },
        Duration.ofSeconds(2));
    Fleet.Site process = process();
    Consumer consumer = process.start("c", AT_ONCE, journal);
    fleet.time.pass(ConsumerOptions.defaults("c").heartbeat().multipliedBy(3));
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(1, journal.completed.size());
    assertEquals(1, asked.size());
    assertEquals(0, consumer.status().load().sequentialShards());
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(0, consumer.status().load().sequentialShards());
    assertTrue(
        fleet.time.join(
            process.cluster().consumers().holdSequentialScan(0, "another", Duration.ofSeconds(5))));
  }

  private static boolean endsWith(byte[] key, byte[] end) {
    return key.length >= end.length
        && Arrays.equals(key, key.length - end.length, key.length, end, 0, end.length);
  }

  private static Handlers slow(ItemHandler<String> handler) {
    return Handlers.builder().on(Fleet.SEND, handler).build();
  }

  @Test
  void thePointerOfADeletedTenantIsVisitedOnce() {
    Fleet.Site process = process();
    process.send(Fleet.AHAB, "letter");
    changeStore(process, RecordStore::clear);
    Consumer consumer = process.start("c", AT_ONCE, journal);
    fleet.time.pass(Duration.ofHours(1));
    assertEquals(1, consumer.status().visits().visits());
    assertEquals(1, consumer.status().visits().pointersCollected());
  }

  private static void changeStore(Fleet.Site process, BiConsumer<RecordContext, Subspace> change) {
    process.run(
        Fleet.AHAB,
        transaction -> {
          change.accept(transaction.context(), transaction.store().subspace());
          return CompletableFuture.completedFuture(true);
        });
  }

  @Test
  void aDamagedZoneDoesNotHinderOthers() {
    Fleet.Site process = process().withTenant(Fleet.QUEEQUEG);
    process.send(Fleet.AHAB, "letter");
    changeStore(
        process,
        (context, store) -> {
          context.set(store.pack(Tuple.from(0)), new byte[] {1, 99});
          context.expireStoreStates();
        });
    process.send(Fleet.QUEEQUEG, "letter");
    Consumer consumer = process.start("c", AT_ONCE, journal);
    fleet.time.pass(Duration.ofMinutes(5));
    assertEquals(1, journal.completed.size());
    long failed = consumer.status().visits().failed();
    assertTrue(failed >= 5 && failed <= 15, failed + " failed visits");
    assertTrue(journal.visits.stream().anyMatch(VisitResult.Failed.class::isInstance));
  }

  @Test
  void localItemsAreRunBesideThoseOfTenants() {
    Fleet.Site process = process();
    List<String> seen = new ArrayList<>();
    Consumer consumer =
        process.start(
            "c",
            (payload, context) -> {
              seen.add(payload + " of " + context.tenant() + ", local " + context.local());
              return CompletableFuture.completedFuture(Outcome.done());
            },
            journal);
    process.send(Fleet.AHAB, "letter");
    fleet.time.join(
        process
            .cluster()
            .topLevel()
            .runLocal(0, zone -> zone.enqueue(NewItem.of(Fleet.SEND, "sweep"))));
    fleet.time.pass(Duration.ofMillis(100));
    assertEquals(
        List.of("letter of mail/ahab, local false", "sweep of tenure.local/a, local true"), seen);
    assertEquals(2, journal.completed.size());
    assertEquals(
        List.of(new TopTenants.Share(Fleet.AHAB, 1, 0)), consumer.status().top().byStarts());
    CompletableFuture<Long> left =
        process.cluster().topLevel().runLocal(0, zone -> zone.count(Fleet.SEND.name()));
    assertEquals(0, fleet.time.join(left));
  }
}
