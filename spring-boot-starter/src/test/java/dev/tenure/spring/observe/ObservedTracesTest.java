package dev.tenure.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.apple.foundationdb.FDBException;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.spring.HandlerRegistration;
import dev.tenure.spring.Notes;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.autoconfigure.TenureAutoConfiguration;
import dev.tenure.spring.autoconfigure.TenureConsumerAutoConfiguration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

final class ObservedTracesTest {
  private static final TenantId ALICE = new TenantId("notes", "alice");
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final Queue<Optional<TraceContext>> seen = new ConcurrentLinkedQueue<>();
  private final Tracer tracer = new Tracer();
  private final ApplicationContextRunner runner =
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
                      (text, work) -> {
                        seen.add(work.trace());
                        return CompletableFuture.completedFuture(
                            text.equals("parent")
                                ? Outcome.done(
                                    tx ->
                                        tx.zone()
                                            .enqueue(work.child(NewItem.of(Notes.NOTE, "child")))
                                            .thenApply(done -> null))
                                : Outcome.done());
                      }));

  /**
   * As Micrometer Tracing does it: a span for each observation, put into and read from carriers.
   */
  private static final class Tracer implements ObservationHandler<Observation.Context> {
    private final AtomicInteger spans = new AtomicInteger();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();

    @Override
    public void onStart(Observation.Context context) {
      Observation parent = context.getParentObservation() instanceof Observation one ? one : null;
      String trace = PARENT.substring(0, 36);
      String span = "%016x-01".formatted(spans.incrementAndGet());
      if (context instanceof ReceiverContext<?> receiver) {
        told.add(context.getName() + " " + received(receiver));
        context.put("trace", received(receiver) == null ? "none" : trace + span);
      } else if (context instanceof SenderContext<?> sender) {
        told.add(context.getName() + " in " + (parent == null ? "none" : "a run"));
        send(sender, trace + span);
      }
    }

    private static <C> @Nullable String received(ReceiverContext<C> context) {
      return context
          .getGetter()
          .get(Objects.requireNonNull(context.getCarrier()), TraceContext.TRACE_PARENT);
    }

    private static <C> void send(SenderContext<C> context, String traceParent) {
      context.getSetter().set(context.getCarrier(), TraceContext.TRACE_PARENT, traceParent);
    }

    @Override
    public void onStop(Observation.Context context) {
      told.add(context.getName() + " ends");
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
      return true;
    }
  }

  private ApplicationContextRunner observed() {
    return runner.withBean(
        ObservationRegistry.class,
        () -> {
          ObservationRegistry registry = ObservationRegistry.create();
          registry.observationConfig().observationHandler(tracer);
          return registry;
        });
  }

  @Test
  void aTraceParentSetAtEnqueueIsSeenByTheHandlerAndByItsChildren() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(ALICE);
          TraceContext trace = TraceContext.parse(PARENT).withBaggage("user=alice");
          template.enqueue(ALICE, "default", NewItem.of(Notes.NOTE, "parent").withTrace(trace));
          await()
              .atMost(Duration.ofMinutes(2))
              .untilAsserted(
                  () -> assertThat(seen).containsExactly(Optional.of(trace), Optional.of(trace)));
        });
  }

  @Test
  void withoutATracerAnItemHasNoTrace() {
    runner.run(
        context -> {
          TenureTemplate template = context.getBean(TenureTemplate.class);
          template.createTenant(ALICE);
          template.enqueue(ALICE, "default", NewItem.of(Notes.NOTE, "text"));
          await()
              .atMost(Duration.ofMinutes(2))
              .untilAsserted(() -> assertThat(seen).containsExactly(Optional.empty()));
        });
  }

  @Test
  void aTracerLinksEnqueueRunAndChild() {
    observed()
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              template.createTenant(ALICE);
              template.enqueue(ALICE, "default", NewItem.of(Notes.NOTE, "parent"));
              await()
                  .atMost(Duration.ofMinutes(2))
                  .untilAsserted(
                      () ->
                          assertThat(tracer.told)
                              .contains(
                                  "tenure.enqueue in none",
                                  "tenure.handle " + PARENT.substring(0, 36) + span(1),
                                  "tenure.enqueue in a run",
                                  "tenure.effects " + PARENT.substring(0, 36) + span(1),
                                  "tenure.effects ends",
                                  "tenure.handle " + PARENT.substring(0, 36) + span(4))
                              .filteredOn("tenure.handle ends"::equals)
                              .hasSize(2));
            });
  }

  @Test
  void anItemThatABodyEnqueuesIsInTheTraceOfTheCallerAlsoInALaterAttempt() {
    observed()
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              template.createTenant(ALICE);
              ObservationRegistry registry = context.getBean(ObservationRegistry.class);
              AtomicInteger attempts = new AtomicInteger();
              Observation.createNotStarted("request", registry)
                  .observe(
                      () ->
                          template.execute(
                              ALICE,
                              tx ->
                                  CompletableFuture.runAsync(() -> conflict(attempts))
                                      .thenCompose(
                                          done -> tx.zone().enqueue(NewItem.of(Notes.NOTE, "x")))));
              assertThat(attempts).hasValue(2);
              await()
                  .atMost(Duration.ofMinutes(2))
                  .untilAsserted(
                      () ->
                          assertThat(tracer.told)
                              .contains(
                                  "tenure.enqueue in a run",
                                  "tenure.handle " + PARENT.substring(0, 36) + span(2)));
            });
  }

  private static void conflict(AtomicInteger attempts) {
    if (attempts.incrementAndGet() == 1) {
      throw new FDBException("a planted conflict", 1020);
    }
  }

  @Test
  void nothingIsObservedForATransactionThatEnqueuesNothing() {
    observed()
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              template.createTenant(ALICE);
              assertThat(Notes.counts(template)).isEmpty();
              assertThat(tracer.told).isEmpty();
            });
  }

  private static String span(int number) {
    return "%016x-01".formatted(number);
  }

  @Test
  void anApplicationsOwnTraceIsNotReplaced() {
    observed()
        .run(
            context -> {
              TenureTemplate template = context.getBean(TenureTemplate.class);
              NewItem item = NewItem.of(Notes.NOTE, "x").withTrace(TraceContext.parse(PARENT));
              assertThat(template.traced(item)).isSameAs(item);
              assertThat(template.traced(NewItem.of(Notes.NOTE, "x")).body().attributes())
                  .isEqualTo(Map.of(TraceContext.TRACE_PARENT, PARENT.substring(0, 36) + span(1)));
            });
  }
}
