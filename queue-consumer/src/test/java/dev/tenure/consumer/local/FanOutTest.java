package dev.tenure.consumer.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadException;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.LocalItem;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.fanout.FanOutStatus;
import dev.tenure.queue.zone.EnqueueResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FanOutTest {
  private static final NewItem ITEM = NewItem.of(Fleet.SEND, "rebuild").withId("roll-out 1");

  private final Fleet fleet =
      Fleet.start(
          5, ClusterOptions.named("a"), ClusterOptions.named("b"), ClusterOptions.named("c"));
  private final Fleet.Site operator = fleet.process("operator");
  private final Map<String, Integer> runs = new TreeMap<>();
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Deployment only(String... names) {
    return Deployment.of(
        List.of(names).stream()
            .map(name -> operator.deployment().cluster(name).orElseThrow())
            .toList());
  }

  private Consumer consume(Deployment deployment, String id) {
    Handlers handlers =
        Handlers.builder()
            .on(FanOut.TYPE, new FanOutHandler(deployment))
            .on(
                Fleet.SEND,
                (payload, context) -> {
                  if (payload.equals("poison")) {
                    throw new PermanentException("poison");
                  }
                  runs.merge(context.cluster(), 1, Integer::sum);
                  return CompletableFuture.completedFuture(Outcome.done());
                })
            .build();
    Consumer consumer =
        Consumer.builder(deployment, handlers, ConsumerOptions.defaults(id))
            .listener(journal)
            .build();
    consumer.start();
    return consumer;
  }

  private void start(Deployment deployment, NewItem item) {
    var unused = fleet.time.join(new FanOut(deployment).start(item));
  }

  private FanOutStatus status() {
    return fleet.time.join(new FanOut(operator.deployment()).status("roll-out 1"));
  }

  private String states() {
    Map<String, String> states = new TreeMap<>();
    status()
        .clusters()
        .forEach(
            each -> states.put(each.cluster(), each.state().map(Enum::name).orElse("UNREACHABLE")));
    return states.toString();
  }

  private void agree(Deployment deployment) {
    var unused = fleet.time.join(deployment.agree());
  }

  private LocalItem.State state(String cluster, String id) {
    QueueCluster at = operator.deployment().cluster(cluster).orElseThrow();
    return fleet.time.join(at.localItem(id)).state();
  }

  @Test
  void eachClusterRunsTheItemOnce() {
    agree(operator.deployment());
    start(operator.deployment(), ITEM);
    assertEquals("{a=ABSENT, b=ABSENT, c=ABSENT}", states());
    assertTrue(status().pending().isPresent());
    consume(operator.deployment(), "c");
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals("{a=DONE, b=DONE, c=DONE}", states());
    assertEquals(Map.of("a", 1, "b", 1, "c", 1), runs);
    assertEquals(Optional.empty(), status().pending());

    start(operator.deployment(), ITEM);
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(Map.of("a", 1, "b", 1, "c", 1), runs, "an id that is sent again is not run again");
    assertEquals(Optional.empty(), status().pending());
  }

  @Test
  void aClusterThatIsDownForLongGetsTheItemWhenItIsBack() {
    agree(operator.deployment());
    fleet.withLateAnswers(LateOptions.punctual(3));
    Fleet.Site process = fleet.process("one");
    Fleet.late(process, "b").hang();
    Consumer consumer = consume(process.deployment(), "c");
    start(only("a", "b", "c"), ITEM);
    fleet.time.pass(Duration.ofMinutes(5));
    assertEquals(1, runs.getOrDefault("a", 0));
    assertEquals(1, runs.getOrDefault("c", 0));
    FanOutStatus.Outcome pending = status().pending().orElseThrow();
    assertTrue(pending.reason().orElse("").contains("b did not answer"), pending + "");

    Fleet.late(process, "b").release();
    fleet.time.pass(Duration.ofMinutes(3));
    assertEquals("{a=DONE, b=DONE, c=DONE}", states());
    assertEquals(Map.of("a", 1, "b", 1, "c", 1), runs);
    assertTrue(consumer.status().load().isAtRest());
  }

  /** No cluster answers a dead process, which has reached the home, c, and others before. */
  @ParameterizedTest
  @ValueSource(strings = {"c", "a c", "b c"})
  void aConsumerThatDiesHalfWayIsFollowedByAnother(String reached) {
    agree(operator.deployment());
    fleet.withLateAnswers(LateOptions.punctual(3));
    Fleet.Site doomed = fleet.process("doomed");
    List<String> never =
        Stream.of("a", "b", "c").filter(cluster -> !reached.contains(cluster)).toList();
    never.forEach(cluster -> Fleet.late(doomed, cluster).hang());
    Handlers fanOuts =
        Handlers.builder().on(FanOut.TYPE, new FanOutHandler(doomed.deployment())).build();
    Consumer.builder(doomed.deployment(), fanOuts, ConsumerOptions.defaults("doomed"))
        .build()
        .start();
    start(operator.deployment(), ITEM);
    fleet.time.pass(Duration.ofSeconds(1));
    for (String cluster : List.of("a", "b", "c")) {
      assertEquals(
          never.contains(cluster) ? LocalItem.State.ABSENT : LocalItem.State.WAITING,
          state(cluster, "roll-out 1"));
      Fleet.late(doomed, cluster).hang();
    }

    consume(fleet.process("next").deployment(), "next");
    fleet.time.pass(Duration.ofMinutes(5));
    assertEquals("{a=DONE, b=DONE, c=DONE}", states());
    assertEquals(Map.of("a", 1, "b", 1, "c", 1), runs);
    assertEquals(Optional.empty(), status().pending());
  }

  @Test
  void theFanOutIsBegunOnAnotherClusterWhenOneIsDown() {
    fleet.withLateAnswers(LateOptions.punctual(3));
    Fleet.Site process = fleet.process("one");
    for (String down : List.of("a", "b", "c")) {
      Fleet.late(process, down).hang();
      String home = fleet.time.join(new FanOut(process.deployment()).start(ITEM.withId(down)));
      assertTrue(!home.equals(down), home);
      Fleet.late(process, down).release();
    }
  }

  @Test
  void aClusterOfTheListThatTheProcessDoesNotKnowIsWaitedFor() {
    agree(operator.deployment());
    Deployment two = only("a", "b");
    start(two, ITEM);
    consume(two, "old");
    fleet.time.pass(Duration.ofSeconds(20));
    assertEquals("{a=DONE, b=DONE, c=ABSENT}", states());
    String reason = status().pending().orElseThrow().reason().orElseThrow();
    assertTrue(reason.contains("this process does not know cluster c"), reason);

    consume(operator.deployment(), "new");
    fleet.time.pass(Duration.ofMinutes(3));
    assertEquals("{a=DONE, b=DONE, c=DONE}", states());
    assertEquals(Map.of("a", 1, "b", 1, "c", 1), runs);
  }

  @Test
  void aClusterThatIsAddedBeforeTheFanOutEndsGetsTheItem() {
    agree(only("a", "b"));
    start(only("a", "b"), ITEM);
    var unused = fleet.time.join(operator.deployment().changeClusters(1, List.of("a", "b", "c")));
    consume(operator.deployment(), "c");
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals("{a=DONE, b=DONE, c=DONE}", states());
  }

  @Test
  void aClusterThatIsAddedBetweenTheLastStepAndTheEndGetsTheItem() {
    agree(only("a", "b"));
    FanOut fanOut = new FanOut(operator.deployment());
    var step = fleet.time.join(fanOut.step(ITEM, "a"));
    var unused = fleet.time.join(operator.deployment().changeClusters(1, List.of("a", "b", "c")));
    QueueCluster home = operator.deployment().cluster("a").orElseThrow();
    Exception refused =
        assertThrows(
            Exception.class,
            () ->
                fleet.time.join(
                    home.database().run(context -> fanOut.requireAll(home.begin(context), step))));
    assertTrue(String.valueOf(refused.getMessage()).contains("has gained [c]"), refused::toString);
  }

  @Test
  void aClusterThatJoinsByAChangeUnderWayGetsTheItem() {
    agree(only("a", "b"));
    fleet.withLateAnswers(LateOptions.punctual(3));
    Fleet.Site changing = fleet.process("changing");
    Fleet.late(changing, "b").hangCommits();
    var unused = changing.deployment().changeClusters(1, List.of("a", "b", "c"));
    fleet.time.pass(Duration.ofSeconds(1));
    FanOut fanOut = new FanOut(operator.deployment());
    assertEquals(Set.of("a", "b", "c"), fleet.time.join(fanOut.step(ITEM, "a")).clusters());
  }

  @Test
  void aClusterThatHasLeftTheListIsNotWaitedFor() {
    agree(operator.deployment());
    fleet.withLateAnswers(LateOptions.punctual(3));
    Fleet.Site process = fleet.process("one");
    Fleet.late(process, "c").hang();
    consume(process.deployment(), "c");
    start(only("a"), ITEM);
    fleet.time.pass(Duration.ofMinutes(1));
    assertTrue(status().pending().isPresent());
    var unused = fleet.time.join(operator.deployment().changeClusters(1, List.of("a", "b")));
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(Optional.empty(), status().pending());
    assertEquals("{a=DONE, b=DONE, c=ABSENT}", states());
  }

  @Test
  void aDeadLetterIsToldWithItsReason() {
    start(only("a"), NewItem.of(Fleet.SEND, "poison").withId("roll-out 1"));
    consume(only("a"), "c");
    fleet.time.pass(Duration.ofSeconds(5));
    FanOutStatus.Outcome at = status().clusters().get(0);
    assertEquals(Optional.of(LocalItem.State.DEAD_LETTER), at.state());
    assertTrue(at.reason().orElseThrow().contains("poison"), at + "");
  }

  @Test
  void anItemWithoutAnIdIsRefused() {
    FanOut fanOut = new FanOut(operator.deployment());
    assertThrows(
        IllegalArgumentException.class, () -> fanOut.start(NewItem.of(Fleet.SEND, "rebuild")));
  }

  @Test
  void anIdIsRememberedForThirtyDaysAfterItsItemHasEnded() {
    Consumer consumer = consume(only("a"), "c");
    QueueCluster cluster = operator.deployment().cluster("a").orElseThrow();
    assertEquals(EnqueueResult.Status.NEW, fleet.time.join(cluster.enqueueLocal(ITEM)).status());
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(
        EnqueueResult.Status.ALREADY_DONE, fleet.time.join(cluster.enqueueLocal(ITEM)).status());
    fleet.time.join(consumer.stop(Duration.ofSeconds(1)));

    fleet.time.pass(Duration.ofDays(29));
    assertEquals(LocalItem.State.DONE, state("a", "roll-out 1"));
    var unusedOne = fleet.time.join(cluster.enqueueLocal(ITEM.withId("another")));
    assertEquals(LocalItem.State.DONE, state("a", "roll-out 1"));
    fleet.time.pass(Duration.ofDays(2));
    var unusedTwo = fleet.time.join(cluster.enqueueLocal(ITEM.withId("a third")));
    assertEquals(LocalItem.State.ABSENT, state("a", "roll-out 1"));
    assertEquals(LocalItem.State.WAITING, state("a", "another"));
  }

  @Test
  void whatWasEnqueuedIsReadAsItWasWritten() {
    NewItem item =
        NewItem.of(Fleet.SEND, "payload")
            .withId("id")
            .withGroup("group")
            .withDelay(Duration.ofMillis(1_234))
            .withPriority(3)
            .withAttributes(Map.of("one", "1", "two", "2"));
    assertEquals(item, FanOut.TYPE.codec().decode(FanOut.TYPE.codec().encode(item)));
    assertEquals(ITEM, FanOut.TYPE.codec().decode(FanOut.TYPE.codec().encode(ITEM)));
    assertThrows(PayloadException.class, () -> FanOut.TYPE.codec().decode(new byte[] {1, 2}));
  }
}
