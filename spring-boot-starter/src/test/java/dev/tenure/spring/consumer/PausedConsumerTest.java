package dev.tenure.spring.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureHealthAutoConfiguration;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A consumer that is not to take items for a while. */
final class PausedConsumerTest {
  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Outcome> slow = new CompletableFuture<>();
  private final ApplicationContextRunner consuming =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class,
                  TenureConsumerAutoConfiguration.class,
                  TenureHealthAutoConfiguration.class))
          .withPropertyValues(
              "tenure.clusters.a.url=memory:a",
              "tenure.sampling.interval=100ms",
              "tenure.consumer.id=c",
              "tenure.consumer.stop-timeout=1h")
          .withBean(
              "noteHandler",
              HandlerRegistration.class,
              () ->
                  HandlerRegistration.of(
                      Notes.NOTE,
                      (text, work) -> {
                        handled.add(text);
                        return text.equals("slow")
                            ? slow
                            : CompletableFuture.completedFuture(Outcome.done());
                      }));

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofMinutes(2));
  }

  private static Status health(HealthIndicator indicator) {
    Health health = indicator.health();
    return health == null ? Status.UNKNOWN : health.getStatus();
  }

  @Test
  void takesNothingWhilePausedAndGoesOnWhenResumed() {
    consuming.run(
        context -> {
          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          TenureTemplate template = context.getBean(TenureTemplate.class);
          assertThat(consumer.pause()).succeedsWithin(Duration.ofMinutes(2));
          assertThat(consumer.isPaused()).isTrue();
          assertThat(consumer.isRunning()).isTrue();
          assertThat(consumer.status()).isEmpty();

          Notes.enqueue(template, "waits");
          assertThat(Notes.counts(template)).isEqualTo(Map.of("note", 1L));
          assertThat(handled).isEmpty();

          consumer.resume();
          eventually().untilAsserted(() -> assertThat(handled).containsExactly("waits"));
          assertThat(consumer.isPaused()).isFalse();
        });
  }

  @Test
  void itemsThatRunEndFirstAndOnlyThenTheNextConsumerBegins() {
    consuming.run(
        context -> {
          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          TenureTemplate template = context.getBean(TenureTemplate.class);
          Notes.enqueue(template, "slow");
          eventually().untilAsserted(() -> assertThat(handled).containsExactly("slow"));
          CompletableFuture<Void> paused = consumer.pause();
          consumer.resume();
          assertThat(consumer.status()).isEmpty();
          assertThat(paused).isNotDone();

          slow.complete(Outcome.done());
          assertThat(paused).succeedsWithin(Duration.ofMinutes(2));
          Notes.enqueue(template, "next");
          eventually().untilAsserted(() -> assertThat(handled).containsExactly("slow", "next"));
        });
  }

  @Test
  void beginsPausedWhereThePropertySaysSo() {
    consuming
        .withPropertyValues("tenure.consumer.paused=true")
        .run(
            context -> {
              ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
              assertThat(consumer.isRunning()).isTrue();
              assertThat(consumer.status()).isEmpty();
              HealthIndicator health = context.getBean(HealthIndicator.class);
              eventually().untilAsserted(() -> assertThat(health(health)).isEqualTo(Status.UP));

              consumer.resume();
              assertThat(consumer.status()).isPresent();
            });
  }

  @Test
  void isNotStartedWithTheApplicationWhereThePropertySaysSo() {
    consuming
        .withPropertyValues("tenure.consumer.auto-startup=false")
        .run(
            context -> {
              ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
              assertThat(consumer.isRunning()).isFalse();
              HealthIndicator health = context.getBean(HealthIndicator.class);
              eventually().untilAsserted(() -> assertThat(health(health)).isEqualTo(Status.UP));

              consumer.start();
              Notes.enqueue(context.getBean(TenureTemplate.class), "now");
              eventually().untilAsserted(() -> assertThat(handled).containsExactly("now"));
            });
  }

  @Test
  void aPausedConsumerStillKeepsItsProcessUntilItIsStopped() {
    consuming.run(
        context -> {
          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          consumer.pause().join();
          assertThat(isKept()).isTrue();
          consumer.stop();
          eventually().untilAsserted(() -> assertThat(isKept()).isFalse());
        });
  }

  private static boolean isKept() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tenure-keep-alive") && thread.isAlive());
  }
}
