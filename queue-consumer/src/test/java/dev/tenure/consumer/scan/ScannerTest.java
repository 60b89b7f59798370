package dev.tenure.consumer.scan;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.end.Health;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.fixture.BreakableWatches;
import dev.tenure.consumer.fixture.Environments;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.fixture.Managers;
import dev.tenure.consumer.fixture.Refusals;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.visit.Manager;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Which visits begin, and when, as the test itself plays heartbeats and corrections of the clock.
 */
@Tag("punctual") // expects times to the millisecond
class ScannerTest {
  private static final TenantId MAPS = new TenantId("maps", "ishmael");
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration SILENCE = Responses.SILENCE;

  private final Journal journal = new Journal();
  private final List<Throwable> failures = new ArrayList<>();
  private Fleet fleet = Fleet.start();
  private CompletableFuture<Outcome> outcome = CompletableFuture.completedFuture(Outcome.done());
  private int managers = 4;
  private int workers = 20;
  private final Refusals refusals = new Refusals();
  private @Nullable QueueCluster west;

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  /** A scanner with what it needs, for the clusters of one process. */
  private final class Running {
    private final Fleet.Site site;
    private final Environment environment;
    private final Capacity capacity;
    private final InFlightRegistry inFlightItems = new InFlightRegistry();
    private final Scanner scanner;

    Running(Fleet.Site site, ConsumerOptions options) {
      this.site = site;
      environment = Environments.of(fleet, options, failures::add, journal);
      capacity = new Capacity(options, environment.time(), environment.executor());
      Handlers handlers = Handlers.builder().on(Fleet.SEND, (payload, context) -> outcome).build();
      Throttle throttle = new Throttle(handlers);
      SelectionFraction fraction = new SelectionFraction(options.selection());
      Health health = new Health(environment.executor());
      Manager manager =
          Managers.running(
              environment, handlers, throttle, capacity, inFlightItems, health, fraction::visited);
      Shares shares = new Shares(options.id(), true);
      scanner =
          new Scanner(
              environment,
              new SerialExecutor(fleet.time, failures::add),
              capacity,
              throttle,
              health,
              inFlightItems,
              new Inabilities(),
              manager);
      scanner.scan(
          site.deployment().clusters(), fraction, new ConsumerRanks(options.id(), shares), shares);
      capacity.whenAvailable(scanner::dispatch);
    }

    Running start() {
      scanner.start();
      hear();
      return this;
    }

    void hear() {
      site.deployment().clusters().forEach(scanner::heard);
      pass(MOMENT);
    }

    long visits() {
      return environment.meters().visits().visits();
    }

    long peeks() {
      return environment.meters().visits().peeks();
    }
  }

  private Running running() {
    return new Running(fleet.process("consumer"), ConsumerOptions.defaults("c"));
  }

  private void pass(Duration duration) {
    fleet.time.pass(duration);
  }

  private Fleet.Site producer() {
    return fleet.process("producer").withTenant(Fleet.AHAB).withTenant(MAPS);
  }

  private static NewItem item() {
    return NewItem.of(Fleet.SEND, "letter");
  }

  private static void send(Fleet.Site from, TenantId tenant, String zone) {
    from.run(tenant, tx -> tx.zone(zone).enqueue(item()));
  }

  private int started() {
    return journal.started.size();
  }

  @Test
  void nothingIsVisitedBeforeTheClusterIsHeardFrom() {
    send(producer(), Fleet.AHAB, "zone");
    Running running = running();
    running.scanner.start();
    pass(Duration.ofMinutes(1));
    assertEquals(0, started());
    running.hear();
    assertEquals(1, started());
  }

  @Test
  void aClusterThatWasHeardFromBeforeIsScannedFromTheStart() {
    send(producer(), Fleet.AHAB, "zone");
    Running running = running();
    running.hear();
    pass(SECOND);
    assertEquals(0, started());
    running.scanner.start();
    pass(MOMENT);
    assertEquals(1, started());
  }

  @Test
  void workOfItsOwnProcessIsFoundWithoutAWatch() {
    BreakableWatches watches = new BreakableWatches();
    fleet.withConnection(watches::connect);
    Fleet.Site site = producer();
    new Running(site, ConsumerOptions.defaults("c")).start();
    pass(SECOND);
    watches.lose();
    pass(MOMENT);
    watches.lose();
    pass(MOMENT); // no watch is set for a second
    send(site, Fleet.AHAB, "zone");
    pass(MOMENT);
    assertEquals(1, started());
  }

  @Test
  void aShardThatIsNewToTheProcessIsPeekedAtTheHeartbeatThatTellsOfIt() {
    Fleet.Site producer = producer();
    Running running = running().start();
    pass(SECOND);
    List<Integer> own = fleet.time.join(producer.cluster().applicationShards().assign("mail", 1));
    assertEquals(List.of(1), own);
    send(fleet.process("newer"), Fleet.AHAB, "zone");
    pass(SECOND);
    assertEquals(0, started());
    QueueCluster cluster = running.site.cluster();
    fleet.time.join(cluster.consumers().live());
    assertEquals(2, cluster.shards());
    running.hear();
    assertEquals(1, started());
  }

  @Test
  void shardsOfOtherApplicationsAreLookedAtEveryTwoSeconds() {
    Fleet.Site producer = producer();
    var unused = fleet.time.join(producer.cluster().applicationShards().assign("maps", 1));
    Fleet.Site old = fleet.process("old", options -> options.withShards(2));
    old.cluster().space().plan(Map.of("mail", List.of(1))); // as before maps had the shard
    ConsumerOptions options = ConsumerOptions.defaults("c").withApplications(Set.of("mail"));
    Running running = new Running(fleet.process("consumer"), options).start();
    send(old, Fleet.AHAB, "first");
    pass(ShardTurns.FOREIGN_EVERY.minus(MOMENT.multipliedBy(2)));
    assertEquals(0, started());
    pass(MOMENT);
    assertEquals(1, started());

    pass(Duration.ofMillis(100));
    send(old, Fleet.AHAB, "second");
    pass(MOMENT);
    assertEquals(1, started());
    running.scanner.clockMoved();
    pass(MOMENT);
    assertEquals(2, started());
  }

  @Test
  void aCorrectedClockEndsTheTimesForWhichZonesAreLeft() {
    Fleet.Site producer = producer();
    Running running = running().start();
    producer.enqueue(Fleet.AHAB, NewItem.of(Fleet.PRINT, "x"));
    pass(SECOND);
    assertEquals(1, running.visits());
    running.scanner.clockMoved();
    pass(MOMENT);
    assertEquals(2, running.visits());
  }

  private Running withoutSchemaOfMaps() {
    Fleet.Site site =
        fleet.processKnowing("consumer", TenantSchemas.of(Map.of("mail", Fleet.schema(1))));
    return new Running(site, ConsumerOptions.defaults("c")).start();
  }

  @Test
  void aCorrectedClockEndsTheTimesForWhichApplicationsAreLeft() {
    Fleet.Site producer = producer();
    Running running = withoutSchemaOfMaps();
    send(producer, MAPS, "zone");
    pass(Duration.ofMillis(500));
    assertEquals(1, running.visits());
    running.scanner.clockMoved();
    pass(MOMENT);
    assertEquals(2, running.visits());
  }

  @Test
  void ofAnApplicationWithoutASchemaOneZoneIsTriedAtATime() {
    Fleet.Site producer = producer();
    for (int zone = 0; zone < 20; zone++) {
      send(producer, MAPS, "zone-" + zone);
    }
    Running running = withoutSchemaOfMaps();
    pass(Duration.ofMillis(500));
    long before = running.visits();
    pass(SECOND);
    assertEquals(before + 1, running.visits());
  }

  @Test
  void furtherItemsOfTheOnlyZoneNeedNoFurtherPeek() {
    Fleet.Site producer = producer();
    for (int i = 0; i < 128; i++) {
      send(producer, Fleet.AHAB, "zone");
    }
    Running running =
        new Running(
                fleet.process("consumer"),
                ConsumerOptions.defaults("c").withManagers(1).withDequeueMaxAlone(8))
            .start();
    assertEquals(128, started());
    assertTrue(running.visits() >= 16, running.visits() + " visits");
    assertTrue(running.peeks() <= 6, running.peeks() + " peeks");
  }

  @Test
  void aLocalItemTakesOneSlot() {
    Running running = running().start();
    outcome = new CompletableFuture<>();
    var unused = fleet.time.join(running.site.cluster().enqueueLocal(item()));
    pass(MOMENT);
    assertEquals(1, started());
    assertEquals(1, running.capacity.taken());
    outcome.complete(Outcome.done());
    pass(MOMENT);
    assertEquals(0, running.capacity.taken());
  }

  @Test
  void aStoppedScannerGivesItsShardsBackAndVisitsNothing() {
    Fleet.Site producer = producer();
    for (int zone = 0; zone < 20; zone++) {
      send(producer, Fleet.AHAB, "zone-" + zone);
    }
    outcome = new CompletableFuture<>();
    ConsumerOptions options = ConsumerOptions.defaults("c").withWorkers(1);
    Running running = new Running(fleet.process("consumer"), options).start();
    assertEquals(1, started());
    assertEquals(1, running.scanner.sequentialShards());

    CompletableFuture<Void> stopped = running.scanner.stop();
    assertEquals(false, stopped.isDone());
    pass(MOMENT);
    assertTrue(stopped.isDone());
    assertEquals(0, running.scanner.sequentialShards());
    assertTrue(
        fleet.time.join(producer.cluster().consumers().holdSequentialScan(0, "other", SECOND)));
    outcome.complete(Outcome.done());
    send(running.site, Fleet.AHAB, "other");
    running.hear();
    pass(Duration.ofMinutes(1));
    assertEquals(1, started());
  }

  private Running onTwoClusters(LateOptions late) {
    fleet.close();
    fleet = Fleet.start(3, ClusterOptions.named("east"), ClusterOptions.named("west"));
    west = fleet.process("producer").deployment().cluster("west").orElseThrow();
    Fleet.Site site =
        fleet.withConnection(refusals::connect).withLateAnswers(late).process("consumer");
    ConsumerOptions options =
        ConsumerOptions.defaults("c").withManagers(managers).withWorkers(workers);
    return new Running(site, options.withSelectionFraction(1)).start();
  }

  private void enqueueLocal(int items) {
    for (int i = 0; i < items; i++) {
      var unused = fleet.time.join(requireNonNull(west).enqueueLocal(item()));
    }
  }

  /** The visits that are under way to a cluster that answers no commits any more. */
  private long visitsThatHang(Running running) {
    refusals.ofCommits(false);
    Fleet.late(running.site, "west").hangCommits();
    enqueueLocal(8);
    pass(Duration.ofMillis(200));
    pass(Duration.ofMillis(200));
    return running.inFlightItems.visitCount();
  }

  @Test
  void aClusterThatRefusedAVisitHoldsItsPartOfTheManagersAlone() {
    Running running = onTwoClusters(LateOptions.punctual(7));
    refusals.ofCommits(true);
    enqueueLocal(1);
    pass(MOMENT);
    assertEquals(1, running.environment.meters().visits().failed());
    assertEquals(2, visitsThatHang(running));
  }

  @Test
  void noMoreLocalItemsAreVisitedThanThereIsRoomFor() {
    workers = 2;
    assertEquals(2, visitsThatHang(onTwoClusters(LateOptions.punctual(7))));
  }

  @Test
  void aClusterThatAnswersQuicklyMayHoldAllManagers() {
    Running running = onTwoClusters(LateOptions.punctual(7));
    enqueueLocal(1);
    pass(MOMENT);
    assertEquals(1, started());
    assertEquals(4, visitsThatHang(running));
  }

  /** With a single manager, each visit gives others the chance to be peeked. */
  @Test
  void aBusyClusterKeepsNoOtherFromBeingPeeked() {
    int items = 200;
    managers = 1;
    onTwoClusters(LateOptions.seeded(7));
    enqueueLocal(items);
    while (started() < items / 10) {
      pass(MOMENT);
    }
    var east = fleet.process("other").deployment().cluster("east").orElseThrow();
    String id = fleet.time.join(east.enqueueLocal(item())).id();
    int before = started();
    while (!journal.started.contains(id)) {
      pass(MOMENT);
      assertTrue(started() < before + 10, "soon");
    }
  }

  private static Set<String> silent(Running running) {
    return running.scanner.seen().silent();
  }

  @Test
  void noVisitBeginsToAClusterThatHasBecomeSilent() {
    Running running = onTwoClusters(LateOptions.punctual(7));
    refusals.ofCommits(true);
    enqueueLocal(1);
    pass(MOMENT);
    assertEquals(2, visitsThatHang(running));
    Fleet.late(running.site, "west").hang();
    pass(SILENCE.multipliedBy(2));
    assertEquals(Set.of("west"), silent(running));
    pass(SECOND);
    assertEquals(2, running.inFlightItems.visitCount());
  }

  @Test
  void aCorrectedClockMakesNoClusterSilentSooner() {
    Running running = onTwoClusters(LateOptions.punctual(7));
    pass(SECOND);
    assertEquals(4, visitsThatHang(running));
    Fleet.late(running.site, "west").hang();
    pass(SECOND.multipliedBy(3));
    running.scanner.clockMoved();
    pass(SILENCE);
    assertEquals(Set.of(), silent(running));
    pass(SILENCE);
    assertEquals(Set.of("west"), silent(running));
  }
}
