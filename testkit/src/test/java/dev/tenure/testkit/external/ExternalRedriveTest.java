package dev.tenure.testkit.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.external.ExternalZone;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.redrive.LetterFilter;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveLimits;
import dev.tenure.queue.redrive.RedrivePreview;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.async.Pace;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.query.text.QueryTextException;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Dead letters of an external zone that are redriven and deleted in bulk. */
class ExternalRedriveTest {
  private static final WorkType<String> TYPE = WorkType.of("mail", PayloadCodecs.text());
  private static final TenantId TENANT = new TenantId("shop", "anna");
  private static final ExternalZoneName ZONE = new ExternalZoneName("orders", "mail");
  private static final int LETTERS = 250;

  /** A zone with 250 dead letters, of which each fifth was refused and the others timed out. */
  private static final class Bench {
    final DeterministicScheduler scheduler;
    final SimulatedProcess process;
    final MemoryExternalStore store;
    final QueueCluster cluster;
    final Deployment deployment;
    final ExternalZone zone;
    final Redrive redrive;

    Bench(SimulatedEngine engine) {
      this.scheduler = engine.scheduler();
      this.process = scheduler.process("test");
      this.store = MemoryExternalStore.leasingItems(scheduler.clock());
      ClusterOptions options =
          ClusterOptions.named("east")
              .withMinInactive(Duration.ofSeconds(2))
              .withExternalStores(ExternalStores.of(Map.of("orders", store)));
      RecordMetaData schema =
          RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
      Connections connections = new Connections(engine, options, TenantSchemas.same(schema));
      this.cluster = scheduler.join(connections.open(process));
      this.deployment = Deployment.of(List.of(cluster));
      scheduler.join(deployment.createTenant(TENANT));
      this.zone = ExternalZone.of(deployment, TENANT, ZONE);
      this.redrive = new Redrive(cluster, TENANT);
      for (int i = 0; i < LETTERS; i++) {
        die("m%03d".formatted(i), i % 5 == 0 ? "550 refused" : "timed out");
      }
    }

    <T> T join(CompletableFuture<T> future) {
      return scheduler.join(future);
    }

    /** As a consumer does after the last attempt; the item has no pointer. */
    private void die(String id, String reason) {
      LeaseId lease = new LeaseId("00112233445566778899aabbccddeeff");
      join(store.enqueue(zone.address(), NewItem.of(TYPE, id).withId(id), 1));
      join(
          store.dequeue(
              zone.address(),
              lease,
              DequeueRequest.of(1, Duration.ofMinutes(1), "consumer"),
              item -> true));
      join(
          store.moveToDeadLetter(
              zone.address(), id, lease, DeadLetterKind.FAILED, reason, Optional.empty()));
    }

    RedriveRequest request(RedriveAction action, LetterFilter filter) {
      return RedriveRequest.ofZone(ZONE.text(), action).withFilter(filter);
    }

    void consume() {
      Handlers handlers =
          Handlers.builder()
              .on(
                  TYPE,
                  (text, context) ->
                      CompletableFuture.completedFuture(
                          Outcome.doneInStore(
                              (MemoryEffects) data -> data.merge(text, "x", String::concat))))
              .build();
      Connections.consumer(process, deployment, handlers, ConsumerOptions.defaults("consumer"))
          .build()
          .start();
    }
  }

  @SimulatedTest(seeds = 2)
  void selectedLettersRunAgain(SimulatedEngine engine) {
    Bench bench = new Bench(engine);
    LetterFilter refused = LetterFilter.all().withReasonContaining("refused");
    RedrivePreview preview =
        bench.join(bench.redrive.preview(bench.request(RedriveAction.REDRIVE, refused)));
    assertEquals(
        List.of(50L, 250L, true),
        List.of(preview.matching(), preview.looked(), preview.complete()));

    RedriveReport report =
        bench.join(bench.redrive.run(bench.request(RedriveAction.REDRIVE, refused)));
    assertEquals(new RedriveReport(50, 200, 0, 200, Optional.empty()), report);
    bench.consume();
    bench.scheduler.runFor(Duration.ofSeconds(20));
    assertEquals(50, bench.store.data().size(), "no search for pointers has begun yet");
    assertTrue(bench.store.data().values().stream().allMatch("x"::equals));
  }

  @SimulatedTest(seeds = 2)
  void runIsThrottledAndContinued(SimulatedEngine engine) {
    Bench bench = new Bench(engine);
    RedriveLimits limits =
        RedriveLimits.defaults().withLettersMax(120).withPace(Pace.perSecond(20));
    RedriveRequest request =
        bench.request(RedriveAction.DELETE, LetterFilter.all()).withLimits(limits);
    Instant begun = bench.scheduler.now();
    RedriveReport part = bench.join(bench.redrive.run(request));
    Duration took = Duration.between(begun, bench.scheduler.now());
    assertEquals(List.of(120L, 130L), List.of(part.changed(), part.left()));
    assertTrue(took.compareTo(Duration.ofSeconds(5)) >= 0, "took " + took);

    RedriveReport rest =
        bench.join(
            bench.redrive.run(
                bench.request(RedriveAction.DELETE, LetterFilter.all()).from(part.continuation())));
    assertEquals(new RedriveReport(130, 0, 0, 0, Optional.empty()), rest);
    assertEquals(List.of(), bench.join(bench.zone.deadLetters(Optional.empty(), 10)));
  }

  @SimulatedTest(seeds = 1)
  void lettersAreSelectedByIdsAndTimes(SimulatedEngine engine) {
    Bench bench = new Bench(engine);
    LetterFilter two = LetterFilter.all().withIds(List.of("m003", "m249", "nobody"));
    assertEquals(
        2, bench.join(bench.redrive.run(bench.request(RedriveAction.DELETE, two))).changed());
    Instant now = bench.scheduler.now();
    assertEquals(
        0,
        bench
            .join(
                bench.redrive.preview(
                    bench.request(
                        RedriveAction.DELETE,
                        LetterFilter.all().withDiedBefore(now.minus(Duration.ofDays(1))))))
            .matching());
    assertEquals(
        248,
        bench
            .join(
                bench.redrive.preview(
                    bench.request(
                        RedriveAction.DELETE,
                        LetterFilter.all().withDiedFrom(now.minus(Duration.ofDays(1))))))
            .matching());
    assertThrows(
        QueryTextException.class,
        () ->
            bench.redrive.preview(
                bench.request(RedriveAction.DELETE, LetterFilter.all().withText("errors > 3"))));
  }

  @SimulatedTest(seeds = 1)
  void previewIsWhatTheRunChangesThoughMoreLettersDie(SimulatedEngine engine) {
    Bench bench = new Bench(engine);
    RedriveRequest all = bench.request(RedriveAction.DELETE, LetterFilter.all());
    RedrivePreview preview = bench.join(bench.redrive.preview(all));
    bench.scheduler.runFor(Duration.ofSeconds(1));
    bench.die("a-late-one", "timed out");
    bench.die("z-late-one", "timed out");
    RedriveReport report =
        bench.join(bench.redrive.run(all.from(Optional.of(preview.continuation()))));
    assertEquals(List.of(250L, 2L), List.of(report.changed(), report.left()));
  }
}
