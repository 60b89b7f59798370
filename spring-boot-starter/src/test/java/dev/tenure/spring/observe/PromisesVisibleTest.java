package dev.tenure.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.pointer.ClockReading;
import dev.tenure.spring.ConsumerStatusSource;
import dev.tenure.spring.MemoryClusters;
import dev.tenure.spring.Notes;
import dev.tenure.spring.SamplingProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.OpenedClusters;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** Each broken promise is seen in the health and in a meter. */
final class PromisesVisibleTest {
  private final TenureRuntime runtime = TenureRuntime.start();
  private final OpenedClusters opened = MemoryClusters.open(runtime, "a");
  private final Deployment deployment = opened.deployment();
  private final QueueCluster cluster = deployment.clusters().get(0);
  private volatile ConsumerSigns signs = ConsumerSigns.atRest();
  private volatile Instant now = runtime.clock().instant();
  private final List<ConsumerStatusSource> sources = List.of(() -> Optional.of(signs.status()));
  private final SlotWatch slots = new SlotWatch(sources, () -> now);
  private final ClusterSampler sampler =
      new ClusterSampler(
          deployment,
          runtime,
          new SamplingProperties(Duration.ofMillis(100), 10, 100, Duration.ofSeconds(10)));
  private final TenureHealthIndicator health =
      new TenureHealthIndicator(
          List.of(new ClusterHealth("a", sampler, Optional::empty, runtime.clock())),
          sources,
          new PromiseChecks(deployment, sampler, sources, slots));
  private final MeterRegistry meters = new SimpleMeterRegistry();

  @BeforeEach
  void start() {
    new PromiseMeters(deployment, sources, slots).bindTo(meters);
    sampler.start();
    await().atMost(Duration.ofMinutes(2)).until(() -> status().equals(Status.UP));
  }

  @AfterEach
  void close() {
    sampler.close();
    opened.close();
    runtime.close();
  }

  private Health told() {
    return Objects.requireNonNull(health.health());
  }

  private Status status() {
    return told().getStatus();
  }

  private void assertBroken(String promise) {
    Health told = told();
    assertThat(told.getStatus()).isEqualTo(new Status("OUT_OF_BOUND"));
    assertThat(told.getStatus().getDescription()).isEqualTo("not kept: " + promise);
    assertThat(told.getDetails().get("promises"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .hasEntrySatisfying(
            promise, details -> assertThat(((Map<?, ?>) details).get("kept")).isEqualTo(false));
  }

  private double gauge(String name) {
    return meters.get("tenure." + name).gauge().value();
  }

  @Test
  void keptPromisesAreTold() {
    assertThat(told().getDetails().get("promises"))
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsOnlyKeys(
            "itemsBegin", "attemptsEnd", "slotsComeBack", "clocksAgree", "clustersAnswer");
    assertThat(meters.getMeters()).allSatisfy(one -> assertThat(one).isInstanceOf(Gauge.class));
    assertThat(gauge("consumer.begins.within")).isEqualTo(56);
    assertThat(gauge("cluster.silent")).isZero();
    assertThat(gauge("clock.skew")).isZero();
  }

  @Test
  void itemsThatNobodyBeginsAreTold() {
    liveConsumer(Set.of("letters"));
    cluster.createTenant(Notes.ALICE).join();
    var unused =
        cluster.run(Notes.ALICE, tx -> tx.zone().enqueue(NewItem.of(Notes.NOTE, "x"))).join();
    signs = signs.withBeginsWithin(Duration.ofMillis(10));
    await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertBroken("itemsBegin"));
    assertThat(String.valueOf(told().getDetails().get("promises")))
        .contains("consumersUnableToRead={other=[letters]}");
    signs = signs.withLoad(0, ConsumerSigns.WORKERS, ConsumerSigns.WORKERS);
    assertThat(status()).as("busy workers are load").isEqualTo(Status.UP);
  }

  private void liveConsumer(Set<String> unread) {
    Instant time = runtime.clock().instant();
    var unused =
        cluster
            .consumers()
            .heartbeat(
                new ConsumerInfo("other", time, time, Set.of("note"))
                    .withUnreadApplications(unread))
            .join();
  }

  @Test
  void anAttemptWithoutEndIsTold() {
    signs = signs.withOverrun(Duration.ofSeconds(56));
    assertThat(status()).isEqualTo(Status.UP);
    signs = signs.withOverrun(Duration.ofSeconds(57));
    assertBroken("attemptsEnd");
    assertThat(gauge("consumer.attempt.overrun")).isEqualTo(57);
    assertThat(gauge("consumer.attempt.longest")).isEqualTo(57);
  }

  @Test
  void slotsThatAreNotBackAreTold() {
    signs = signs.withLoad(0, 0, 1);
    assertThat(gauge("consumer.slots.stuck")).isZero();
    assertThat(status()).isEqualTo(Status.UP);
    now = now.plusSeconds(301);
    assertBroken("slotsComeBack");
    assertThat(gauge("consumer.slots.stuck")).isEqualTo(301);
  }

  @Test
  void aClockThatIsWrongIsTold() {
    Instant time = runtime.clock().instant();
    ClockReading right = new ClockReading(time.minusSeconds(3_600), 1_000_000);
    cluster.time().learn(new ClockReading(time, 1_000_000), Map.of("a", right, "b", right));
    assertBroken("clocksAgree");
    assertThat(gauge("clock.skew")).isEqualTo(3_600);
  }

  @Test
  void aClusterThatDoesNotAnswerIsTold() {
    signs = signs.withAnswers(ConsumerSigns.answers(true, 1));
    assertBroken("clustersAnswer");
    assertThat(gauge("cluster.silent")).isEqualTo(1);
    signs = signs.withAnswers(ConsumerSigns.answers(false, 16));
    assertBroken("clustersAnswer");
    assertThat(gauge("cluster.heartbeat.age")).isEqualTo(16);
  }

  @Test
  void aClusterThatRefusesEndsIsTold() {
    signs =
        signs.withAnswers(
            new ConsumerStatus.ClusterAnswers(false, true, Duration.ZERO, Set.of("letters")));
    assertBroken("clustersAnswer");
    assertThat(gauge("cluster.refusing")).isEqualTo(1);
    assertThat(gauge("cluster.applications.unread")).isEqualTo(1);
  }
}
