package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.ResourceBundle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever the application's logger throws, items end and slots come back. */
@Timeout(600)
final class BrokenLoggersTest {
  private static final int ITEMS = 20;

  /** A logger whose appender fails, as on a full disk. */
  private static final class Broken implements System.Logger {
    @Override
    public String getName() {
      return "broken";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String message, @Nullable Throwable thrown) {
      throw new IllegalStateException("planted");
    }

    @Override
    public void log(
        Level level,
        @Nullable ResourceBundle bundle,
        String format,
        @Nullable Object @Nullable ... parameters) {
      throw new IllegalStateException("planted");
    }
  }

  private static final ConsumerListener THROWING =
      new ConsumerListener() {
        @Override
        public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
          throw new AssertionError("planted");
        }

        @Override
        public void itemFailed(WorkItem item, TenantId tenant, String error) {
          throw new AssertionError("planted");
        }

        @Override
        public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
          throw new AssertionError("planted");
        }

        @Override
        public void visit(VisitResult result) {
          throw new AssertionError("planted");
        }
      };

  @Test
  void aLoggerMayThrowBesideAListenerThatDoes() {
    try (Fleet fleet = Fleet.start()) {
      Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
      WorkPolicy once = WorkPolicy.defaults().withAttemptsMax(1);
      Consumer consumer =
          Consumer.builder(
                  process.deployment(),
                  Handlers.builder()
                      .on(
                          Fleet.SEND.withPolicy(once),
                          (payload, context) ->
                              payload.equals("bad")
                                  ? CompletableFuture.failedFuture(new AssertionError("planted"))
                                  : CompletableFuture.completedFuture(Outcome.done()))
                      .build(),
                  ConsumerOptions.defaults("c").withWorkers(4))
              .listener(THROWING)
              .loggers(name -> new Broken())
              .build();
      consumer.start();
      for (int i = 0; i < ITEMS; i++) {
        process.send(Fleet.AHAB, i % 2 == 0 ? "bad" : "good");
      }
      fleet.time.pass(Duration.ofSeconds(56));
      assertEquals(ITEMS / 2, consumer.status().items().completed());
      assertEquals(ITEMS / 2, consumer.status().items().deadLettered());
      assertEquals(0, process.left(Fleet.AHAB));
      assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
    }
  }
}
