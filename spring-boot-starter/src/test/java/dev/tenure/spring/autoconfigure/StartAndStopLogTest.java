package dev.tenure.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenure.consumer.Outcome;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.LogLines;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The log of a process tells at INFO what it opened, what it runs, and how it drained. */
final class StartAndStopLogTest {

  @Test
  void tellsOfOpeningStartAndDrain() {
    try (LogLines log = LogLines.of("dev.tenure.spring")) {
      runWithAnItemThatDoesNotEnd();
      assertThat(log.lines())
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .matches("INFO cluster a \\(memory:a\\) is open after \\d+ ms, shards: 3"),
              line ->
                  assertThat(line)
                      .isEqualTo(
                          "INFO consumer letters runs items of [note] on clusters [a]: 5 workers,"
                              + " 16 managers"),
              line ->
                  assertThat(line)
                      .isEqualTo("INFO consumer letters drains 1 item for at most PT8S"),
              line ->
                  assertThat(line)
                      .matches(
                          "INFO consumer letters has stopped after \\d+ ms: 1 item given back, none"
                              + " left"));
    }
  }

  private static void runWithAnItemThatDoesNotEnd() {
    AtomicBoolean begun = new AtomicBoolean();
    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                TenureAutoConfiguration.class, TenureConsumerAutoConfiguration.class))
        .withPropertyValues(
            "tenure.clusters[0].name=a",
            "tenure.clusters[0].url=memory:a",
            "tenure.clusters[0].shards=3",
            "tenure.consumer.id=letters",
            "tenure.consumer.workers=5",
            "tenure.consumer.stop-timeout=8s")
        .withBean(
            "noteHandler",
            HandlerRegistration.class,
            () ->
                HandlerRegistration.of(
                    Notes.NOTE,
                    (text, work) -> {
                      begun.set(true);
                      return new CompletableFuture<Outcome>();
                    }))
        .run(
            context -> {
              Notes.enqueue(context.getBean(TenureTemplate.class), "hello");
              await().atMost(Duration.ofMinutes(2)).untilTrue(begun);
            });
  }
}
