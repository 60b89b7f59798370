package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explainer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThrottledTypesTest {
  private static final Duration TWO_HEARTBEATS =
      ConsumerOptions.defaults("c").heartbeat().multipliedBy(2);

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final List<CompletableFuture<Outcome>> running = new ArrayList<>();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Set<String> saturated() {
    List<ConsumerInfo> live = fleet.time.join(process.cluster().consumers().live());
    return live.get(0).saturatedTypes();
  }

  private Class<?> firstCause(String id) {
    return fleet
        .time
        .join(new Explainer(process.cluster()).why(Fleet.AHAB, "default", id))
        .causes()
        .get(0)
        .getClass();
  }

  @Test
  void aConsumerTellsWhichTypesItHasFullAndWhenTheyAreNotAnyMore() {
    process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder()
            .on(
                Fleet.SEND.withPolicy(WorkPolicy.defaults().withConcurrency(1)),
                (payload, context) -> {
                  running.add(new CompletableFuture<>());
                  return running.get(running.size() - 1);
                })
            .on(
                Fleet.PRINT,
                (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
            .build(),
        new ConsumerListener() {});
    String first = process.send(Fleet.AHAB, "first");
    fleet.time.pass(Duration.ofMillis(100));
    String second = process.send(Fleet.AHAB, "second");
    fleet.time.pass(TWO_HEARTBEATS);
    assertEquals(1, running.size());
    assertEquals(Set.of("send"), saturated());
    assertEquals(Cause.Leased.class, firstCause(first));
    assertEquals(Cause.Throttled.class, firstCause(second));

    running.get(0).complete(Outcome.done());
    fleet.time.runUntil(TWO_HEARTBEATS, () -> running.size() == 2);
    running.get(1).complete(Outcome.done());
    fleet.time.pass(TWO_HEARTBEATS);
    assertEquals(Set.of(), saturated());
    assertEquals(Cause.Gone.class, firstCause(second));
  }
}
