package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.Tuning;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.spring.ConsumerProperties;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.cluster.OpenedClusters;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.MeterNotFoundException;
import io.micrometer.core.instrument.search.RequiredSearch;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class ConsumerAutoConfigurationTest {
  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class,
                  TenureConsumerAutoConfiguration.class,
                  TenureHealthAutoConfiguration.class,
                  TenureMetricsAutoConfiguration.class,
                  MetricsAutoConfiguration.class,
                  CompositeMeterRegistryAutoConfiguration.class,
                  SimpleMetricsExportAutoConfiguration.class))
          .withPropertyValues(
              "tenure.clusters[0].name=a",
              "tenure.clusters[0].url=memory:a",
              "tenure.sampling.interval=100ms");
  private final ApplicationContextRunner consuming =
      runner.withBean(
          "noteHandler",
          HandlerRegistration.class,
          () -> HandlerRegistration.of(Notes.NOTE, (text, work) -> handle(text)));

  private CompletableFuture<Outcome> handle(String text) {
    handled.add(text);
    return text.equals("bad")
        ? CompletableFuture.failedFuture(new PermanentException("it is bad"))
        : CompletableFuture.completedFuture(Outcome.done());
  }

  @Test
  void runsWhatIsEnqueued() {
    consuming.run(
        context -> {
          Notes.enqueue(context.getBean(TenureTemplate.class), "hello");
          eventually().untilAsserted(() -> assertThat(handled).containsExactly("hello"));
        });
  }

  @Test
  void countsWhatItDoesByType() {
    consuming.run(
        context -> {
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          Notes.enqueue(context.getBean(TenureTemplate.class), "good");
          Notes.enqueue(context.getBean(TenureTemplate.class), "bad");
          eventually()
              .untilAsserted(
                  () -> {
                    assertThat(notes(meters, "items.started").counter().count()).isEqualTo(2);
                    assertThat(notes(meters, "items.completed").counter().count()).isEqualTo(1);
                    assertThat(notes(meters, "items.failed").counter().count()).isEqualTo(1);
                    assertThat(notes(meters, "items.dead.lettered").counter().count()).isEqualTo(1);
                    assertThat(notes(meters, "item.dwell").timer().count()).isEqualTo(2);
                    assertThat(notes(meters, "item.run").timer().count()).isEqualTo(1);
                    assertThat(meters.get("tenure.visits").tag("result", "taken").counter().count())
                        .isPositive();
                  });
          assertThat(meters.get("tenure.consumer.running").gauge().value()).isEqualTo(1);
        });
  }

  /** A meter may come only with the first item or look it is about. */
  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofMinutes(2)).ignoreException(MeterNotFoundException.class);
  }

  private static RequiredSearch notes(MeterRegistry meters, String name) {
    return meters.get("tenure." + name).tag("type", "note");
  }

  @Test
  void tellsWhatTheZonesHoldByType() {
    runner.run(
        context -> {
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          Notes.enqueue(context.getBean(TenureTemplate.class), "waits");
          eventually()
              .untilAsserted(
                  () -> {
                    assertThat(notes(meters, "items").gauge().value()).isEqualTo(1);
                    assertThat(notes(meters, "items.oldest.vested").gauge().value()).isPositive();
                    assertThat(meters.get("tenure.items").tag("type", "other").gauge().value())
                        .isZero();
                    assertThat(meters.get("tenure.depth.complete").gauge().value()).isEqualTo(1);
                    assertThat(meters.get("tenure.depth.zones").gauge().value()).isEqualTo(1);
                  });
        });
  }

  @Test
  void tellsWhichTenantsHaveMostStarted() {
    consuming.run(
        context -> {
          Notes.enqueue(context.getBean(TenureTemplate.class), "good");
          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          eventually()
              .untilAsserted(
                  () ->
                      assertThat(consumer.status().orElseThrow().top().byStarts())
                          .singleElement()
                          .satisfies(share -> assertThat(share.value()).isEqualTo(1)));
        });
  }

  @Test
  void tellsGaugesOfTheCluster() {
    consuming.run(
        context -> {
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          Notes.enqueue(context.getBean(TenureTemplate.class), "good");
          eventually()
              .untilAsserted(
                  () -> {
                    assertThat(cluster(meters, "reachable")).isEqualTo(1);
                    assertThat(cluster(meters, "tenants")).isEqualTo(1);
                    assertThat(cluster(meters, "pointers")).isEqualTo(1);
                    assertThat(cluster(meters, "consumers")).isEqualTo(1);
                  });
        });
  }

  private static double cluster(MeterRegistry meters, String name) {
    return meters.get("tenure.cluster." + name).tag("cluster", "a").gauge().value();
  }

  @Test
  void isHealthyWhileClustersAnswerAndTheConsumerRuns() {
    consuming.run(
        context -> {
          HealthIndicator health = context.getBean(HealthIndicator.class);
          eventually().untilAsserted(() -> assertThat(statusOf(health)).isEqualTo(Status.UP));
          Health told = health.health();
          assertThat(told).isNotNull();
          assertThat(told.getDetails()).containsKeys("a", "consumers");

          context.getBean(ConsumerLifecycle.class).stop();
          assertThat(statusOf(health)).isEqualTo(Status.DOWN);
        });
  }

  @Test
  void isUnhealthyWhenAClusterCannotBeReached() {
    runner.run(
        context -> {
          HealthIndicator health = context.getBean(HealthIndicator.class);
          eventually().untilAsserted(() -> assertThat(statusOf(health)).isEqualTo(Status.UP));
          context.getBean(OpenedClusters.class).close();
          eventually().untilAsserted(() -> assertThat(statusOf(health)).isEqualTo(Status.DOWN));
          MeterRegistry meters = context.getBean(MeterRegistry.class);
          assertThat(cluster(meters, "reachable")).isZero();
          assertThat(cluster(meters, "tenants")).isNaN();
        });
  }

  private static Status statusOf(HealthIndicator indicator) {
    Health health = indicator.health();
    return health == null ? Status.UNKNOWN : health.getStatus();
  }

  @Test
  void consumesAgainAfterAStopAndAStart() {
    consuming.run(
        context -> {
          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          CompletableFuture<Void> stopped = new CompletableFuture<>();
          consumer.stop(() -> stopped.complete(null));
          assertThat(stopped).succeedsWithin(Duration.ofMinutes(5));
          assertThat(consumer.isRunning()).isFalse();
          assertThat(consumer.status()).isEmpty();

          consumer.start();
          Notes.enqueue(context.getBean(TenureTemplate.class), "again");
          eventually().untilAsserted(() -> assertThat(handled).containsExactly("again"));
          assertThat(consumer.status().map(ConsumerStatus::phase))
              .contains(ConsumerStatus.Phase.RUNNING);
        });
  }

  @Test
  void tellsTheApplicationsOwnListeners() {
    Queue<String> heard = new ConcurrentLinkedQueue<>();
    ConsumerListener listener =
        new ConsumerListener() {
          @Override
          public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
            heard.add(tenant + " " + item.type());
          }
        };
    consuming
        .withBean("heard", ConsumerListener.class, () -> listener)
        .run(
            context -> {
              Notes.enqueue(context.getBean(TenureTemplate.class), "hello");
              eventually()
                  .untilAsserted(() -> assertThat(heard).containsExactly("notes/alice note"));
            });
  }

  @Test
  void doesNotConsumeWhenToldNotTo() {
    consuming
        .withPropertyValues("tenure.consumer.enabled=false")
        .run(
            context -> assertThat(context).hasNotFailed().doesNotHaveBean(ConsumerLifecycle.class));
  }

  @Test
  void doesNotConsumeWithoutAHandler() {
    runner.run(context -> assertThat(context).doesNotHaveBean(ConsumerLifecycle.class));
  }

  @Test
  void hasTheDefaultsOfTheConsumerItself() {
    consuming.run(
        context ->
            assertThat(context.getBean(ConsumerProperties.class).options("x"))
                .isEqualTo(ConsumerOptions.defaults("x")));
  }

  @Test
  void parksUnknownTypesAfterTheTimeThatIsSet() {
    consuming
        .withPropertyValues("tenure.consumer.unknown-type-parked-after=2h")
        .run(
            context ->
                assertThat(context.getBean(ConsumerProperties.class).options("x"))
                    .isEqualTo(
                        ConsumerOptions.defaults("x")
                            .withTuning(
                                Tuning.defaults()
                                    .withUnknownTypeParkedAfter(Duration.ofHours(2)))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "managers=0 | tenure.consumer.managers is 0, it must be 1 to 1000",
        "workers=10001 | tenure.consumer.workers is 10001, it must be 1 to 10000",
        "item-lease=1ms | tenure.consumer.item-lease is PT0.001S, it must be PT0.1S to",
        "dequeue-max-alone=4 | tenure.consumer.dequeue-max-alone is 4, it must be 8 to 1000",
        "selection-fraction=0 | tenure.consumer.selection-fraction is 0.0",
        "target-collision-rate=2 | tenure.consumer.target-collision-rate is 2.0",
        "unknown-type-parked-after=1ms | tenure.consumer.unknown-type-parked-after is PT0.001S,"
            + " it must be PT1S to PT720H",
        "unknown-type-parked-after=31d | tenure.consumer.unknown-type-parked-after is PT744H",
        "dequeue-max=1001 | tenure.consumer.dequeue-max is 1001, it must be 1 to 1000",
        "dequeue-size-max=6MB | tenure.consumer.dequeue-size-max is 6291456, it must be 1 to",
        "heartbeat=1m | tenure.consumer.heartbeat is PT1M, it must be PT0.1S to PT10S",
        "stop-timeout=2h | tenure.consumer.stop-timeout is PT2H, it must be PT0S to PT1H",
        "id="
            + "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii"
            + " | tenure.consumer.id is 65 bytes",
      })
  void refusesOptionsThatCannotBeUsedWhetherOrNotItConsumes(String property, String told) {
    for (ApplicationContextRunner process : List.of(consuming, runner)) {
      process
          .withPropertyValues("tenure.consumer." + property)
          .run(context -> assertThat(context).getFailure().hasStackTraceContaining(told));
    }
  }

  @Test
  void refusesAMistypedOption() {
    consuming
        .withPropertyValues("tenure.consumer.wrokers=8")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("tenure.consumer.wrokers"));
  }
}
