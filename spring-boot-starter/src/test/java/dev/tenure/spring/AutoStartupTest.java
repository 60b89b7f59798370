package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import dev.tenure.spring.consumer.ConsumerLifecycle;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A consumer that is not started with its application runs nothing until it is started. */
final class AutoStartupTest {
  private static final TenantId AHAB = new TenantId("pequod", "ahab");

  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
          .withPropertyValues(
              "tenure.clusters.a.url=memory:a", "tenure.consumer.auto-startup=false")
          .withBean(
              "noteHandler",
              HandlerRegistration.class,
              () ->
                  HandlerRegistration.of(
                      Notes.NOTE,
                      (text, work) -> {
                        handled.add(text);
                        return CompletableFuture.completedFuture(Outcome.done());
                      }));

  @Test
  void runsWhenItIsStarted() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(AHAB);
          template.enqueue(AHAB, "default", NewItem.of(Notes.NOTE, "whale"));
          ConsumerLifecycle consumer = context.getBean(ConsumerLifecycle.class);
          assertThat(consumer.isRunning()).isFalse();
          assertThat(handled).isEmpty();
          consumer.start();
          await().atMost(Duration.ofMinutes(2)).until(() -> handled.contains("whale"));
        });
  }
}
