package dev.tenure.consumer.scan;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.Served;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.LocalItem;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationsTest {
  private static final TenantId MAIL = new TenantId("mail", "ahab");
  private static final TenantId MAPS = new TenantId("maps", "ishmael");
  private static final int ZONES = 20;

  /** The bound within which an item begins that one live consumer can run, without the lease. */
  private static final Duration BOUND = Duration.ofSeconds(26);

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site producer = fleet.process("producer").withTenant(MAIL).withTenant(MAPS);
  private final List<String> runs = new ArrayList<>();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer consume(String id, String... applications) {
    Handlers handlers =
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) -> {
                  runs.add(id + " " + context.tenant().application());
                  return CompletableFuture.completedFuture(Outcome.done());
                })
            .build();
    return fleet
        .process(id)
        .start(
            ConsumerOptions.defaults(id).withApplications(Set.of(applications)),
            handlers,
            new Journal());
  }

  private void send(Fleet.Site from, TenantId tenant) {
    for (int zone = 0; zone < ZONES; zone++) {
      String name = "zone-" + zone;
      from.run(tenant, tx -> tx.zone(name).enqueue(NewItem.of(Fleet.SEND, "letter")));
    }
  }

  private long ran(String what) {
    return runs.stream().filter(what::equals).count();
  }

  private Set<Integer> shards(TenantId tenant) {
    QueueCluster cluster = producer.cluster();
    Set<Integer> shards = new TreeSet<>();
    for (int shard = 0; shard < 8; shard++) {
      int each = shard;
      List<PointerRef> refs =
          fleet.time.join(
              cluster
                  .database()
                  .<List<PointerRef>>run(
                      context ->
                          cluster
                              .space()
                              .openClusterStore(context)
                              .thenCompose(
                                  store -> cluster.topLevel().pointers(store, each, 1_000))));
      refs.stream()
          .filter(ref -> ref.tenant().equals(tenant))
          .forEach(ref -> shards.add(ref.shard()));
    }
    return shards;
  }

  private List<Integer> assign(String application, int shards) {
    return fleet.time.join(producer.cluster().applicationShards().assign(application, shards));
  }

  private static Set<String> unserved(Consumer consumer) {
    return requireNonNull(consumer.status().promises().clusters().get("a")).unservedApplications();
  }

  @Test
  void aRestrictedConsumerRunsTheItemsOfItsApplicationsAlone() {
    consume("restricted", "mail");
    send(producer, MAIL);
    send(producer, MAPS);
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(ZONES, ran("restricted mail"));
    assertEquals(ZONES, runs.size());
  }

  @Test
  void besideAnUnrestrictedConsumerAllIsRunWithinTheBound() {
    consume("restricted", "mail");
    consume("unrestricted");
    fleet.time.pass(Duration.ofSeconds(10));
    send(producer, MAIL);
    send(producer, MAPS);
    fleet.time.pass(BOUND);
    assertEquals(2 * ZONES, runs.size());
    assertEquals(ZONES, ran("unrestricted maps"));
  }

  @Test
  void anApplicationThatNobodyServesIsTold() {
    Consumer restricted = consume("restricted", "mail");
    send(producer, MAIL);
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(Set.of(), unserved(restricted));
    send(producer, MAPS);
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(Set.of("maps"), unserved(restricted));

    consume("other", "maps");
    fleet.time.pass(Duration.ofSeconds(60));
    assertEquals(ZONES, ran("other maps"));
    assertEquals(Set.of(), unserved(restricted));
  }

  @Test
  void anApplicationWithShardsOfItsOwnIsFoundByAllConsumers() {
    assertEquals(List.of(1, 2), assign("mail", 2));
    Fleet.Site newer = fleet.process("newer");
    send(newer, MAIL);
    send(newer, MAPS);
    assertEquals(Set.of(1, 2), shards(MAIL));
    assertEquals(Set.of(0), shards(MAPS));
    consume("unrestricted");
    fleet.time.pass(BOUND);
    assertEquals(2 * ZONES, runs.size());
  }

  @Test
  void consumersThatRanBeforeScanTheNewShardsWithoutARestart() {
    consume("unrestricted");
    fleet.time.pass(Duration.ofSeconds(10));
    var unused = assign("mail", 2);
    send(fleet.process("newer"), MAIL);
    fleet.time.pass(BOUND);
    assertEquals(ZONES, ran("unrestricted mail"));
  }

  @Test
  void aProducerThatHasNotHeardOfTheShardsUsesTheCommonOnes() {
    var unused = assign("mail", 2);
    send(producer, MAIL);
    assertEquals(Set.of(0), shards(MAIL));
    consume("restricted", "mail");
    fleet.time.pass(BOUND);
    assertEquals(ZONES, ran("restricted mail"));
  }

  @Test
  void whatAnOldProcessPutsIntoAnotherApplicationsShardIsFound() {
    var unused = assign("mail", 1);
    Fleet.Site old = fleet.process("old", options -> options.withShards(2));
    old.cluster().space().plan(Map.of());
    consume("restricted", "maps");
    fleet.time.pass(Duration.ofSeconds(30));
    send(old, MAPS);
    assertEquals(Set.of(0, 1), shards(MAPS));
    fleet.time.pass(BOUND);
    assertEquals(ZONES, ran("restricted maps"));
  }

  @Test
  void anApplicationReturnsToTheCommonShards() {
    var unused = assign("mail", 2);
    send(fleet.process("newer"), MAIL);
    assertEquals(List.of(), assign("mail", 0));
    Fleet.Site newest = fleet.process("newest");
    newest.run(MAIL, tx -> tx.zone("another").enqueue(NewItem.of(Fleet.SEND, "letter")));
    assertEquals(Set.of(0, 1, 2), shards(MAIL));
    consume("restricted", "mail");
    fleet.time.pass(BOUND);
    assertEquals(ZONES + 1, ran("restricted mail"));
    assertEquals(List.of(1, 2), assign("mail", 2), "its shards are kept for it");
    assertEquals(List.of(3), assign("maps", 1));
    assertEquals(
        Map.of("mail", List.of(1, 2), "maps", List.of(3)),
        fleet.time.join(producer.cluster().applicationShards().read()));
  }

  @Test
  void commonShardsThatAreAddedLaterLeaveOutThoseOfApplications() {
    var unused = assign("mail", 1);
    Fleet.Site more = fleet.process("more", options -> options.withShards(3));
    send(more, MAPS);
    assertEquals(Set.of(0, 2), shards(MAPS));
  }

  @Test
  void aClusterHasAtMost256Shards() {
    assertEquals(255, assign("mail", 255).size());
    Exception refused = assertThrows(Exception.class, () -> assign("maps", 1));
    assertTrue(String.valueOf(refused.getMessage()).contains("256"), refused::toString);
  }

  @Test
  void localItemsAreServedUnderTheirOwnName() {
    consume("restricted", "mail");
    var unused =
        fleet.time.join(
            producer.cluster().enqueueLocal(NewItem.of(Fleet.SEND, "local").withId("id")));
    fleet.time.pass(Duration.ofSeconds(30));
    assertEquals(
        LocalItem.State.WAITING, fleet.time.join(producer.cluster().localItem("id")).state());
    consume("local", WorkContext.LOCAL_APPLICATION);
    fleet.time.pass(Duration.ofSeconds(30));
    assertEquals(LocalItem.State.DONE, fleet.time.join(producer.cluster().localItem("id")).state());
  }

  @Test
  void aHeartbeatTellsWhichApplicationsAreServed() {
    consume("restricted", "mail", "a,b/%");
    consume("unrestricted");
    fleet.time.pass(Duration.ofSeconds(5));
    List<ConsumerInfo> live = fleet.time.join(producer.cluster().consumers().live());
    assertEquals(Optional.of(new Served(Set.of("mail", "a,b/%"))), live.get(0).served());
    assertEquals(Set.of(), live.get(0).unreadApplications());
    assertEquals(Optional.empty(), live.get(1).served());
  }
}
