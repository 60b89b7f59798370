package dev.tenure.spring.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;

/** A process lives as long as its consumer: one thread that is no daemon sees to it. */
final class KeepAliveTest {
  private final ApplicationContextRunner consuming =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
          .withPropertyValues("tenure.clusters[0].name=a", "tenure.clusters[0].url=memory:a")
          .withBean(
              "noteHandler",
              HandlerRegistration.class,
              () ->
                  HandlerRegistration.of(
                      Notes.NOTE,
                      (text, work) -> CompletableFuture.completedFuture(Outcome.done())));

  /** Threads that keep the virtual machine running. */
  private static List<String> keepers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !thread.isDaemon())
        .map(Thread::getName)
        .filter(name -> name.startsWith("tenure-"))
        .toList();
  }

  private static void assertNobodyKeepsTheProcess() {
    await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(keepers()).isEmpty());
  }

  @Test
  void aConsumerKeepsTheProcessUntilItIsStopped() {
    consuming.run(
        context -> {
          assertThat(keepers()).hasSize(1);

          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          consumer.stop();
          assertNobodyKeepsTheProcess();

          consumer.start();
          assertThat(keepers()).hasSize(1);
        });
    assertNobodyKeepsTheProcess();
  }

  @Test
  void aConsumerThatIsToldNotToKeepTheProcessDoesNot() {
    consuming
        .withPropertyValues("tenure.consumer.keep-alive=false")
        .run(context -> assertThat(keepers()).isEmpty());
  }

  @Test
  void aStartThatFailsLeavesNobodyBehind() {
    consuming
        .withBean("broken", BrokenLifecycle.class, BrokenLifecycle::new)
        .run(context -> assertThat(context).hasFailed());
    assertNobodyKeepsTheProcess();
  }

  /** Starts after the consumer, and cannot. */
  private static final class BrokenLifecycle implements SmartLifecycle {
    @Override
    public void start() {
      throw new IllegalStateException("no such port");
    }

    @Override
    public void stop() {}

    @Override
    public boolean isRunning() {
      return false;
    }
  }
}
