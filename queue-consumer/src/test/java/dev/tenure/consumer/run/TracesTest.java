package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.trace.TraceContext;
import dev.tenure.queue.trace.TracePropagation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TracesTest {
  private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final TraceContext TRACE =
      TraceContext.parse(PARENT).withTraceState("congo=t61").withBaggage("user=ahab");

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Tracer tracer = new Tracer();

  @AfterEach
  void close() {
    fleet.close();
  }

  /** Writes down what it is told; while a scope is open, the trace is that of its run. */
  private static final class Tracer implements TracePropagation {
    private final List<String> told = new ArrayList<>();
    private final List<Map<String, String>> open = new ArrayList<>();
    private boolean fails;

    @Override
    public Map<String, String> current() {
      return open.isEmpty() ? Map.of() : open.get(open.size() - 1);
    }

    @Override
    public Run begin(String type, Map<String, String> attributes) {
      told.add("begin " + type + " " + attributes.get(TraceContext.TRACE_PARENT));
      if (fails) {
        throw new IllegalStateException("the tracer is broken");
      }
      Map<String, String> span =
          Map.of(
              TraceContext.TRACE_PARENT,
              PARENT.replace("00f067aa0ba902b7", "%016x".formatted(told.size())));
      return new Run() {
        @Override
        public Scope open() {
          open.add(span);
          return () -> open.remove(open.size() - 1);
        }

        @Override
        public void end(@Nullable Throwable error) {
          told.add("end " + (error == null ? "well" : error.getMessage()));
        }
      };
    }
  }

  private void consume(WorkPolicy policy, ItemHandler<String> send) {
    Consumer.builder(
            process.deployment(),
            Handlers.builder().on(Fleet.SEND.withPolicy(policy), send).build(),
            ConsumerOptions.defaults("c"))
        .workerExecutor(fleet.time)
        .tracer(tracer)
        .build()
        .start();
  }

  private void consume(ItemHandler<String> send) {
    consume(WorkPolicy.defaults().withAttemptsMax(1), send);
  }

  private static CompletableFuture<Outcome> done() {
    return CompletableFuture.completedFuture(Outcome.done());
  }

  private void run() {
    fleet.time.pass(Duration.ofSeconds(5));
  }

  @Test
  void aHandlerAndTheItemsItCausesAreInTheTraceOfTheirProducer() {
    List<Optional<TraceContext>> seen = new ArrayList<>();
    process.start(
        "c",
        (payload, context) -> {
          seen.add(context.trace());
          NewItem child = NewItem.of(Fleet.SEND, "child");
          return payload.equals("parent")
              ? CompletableFuture.completedFuture(
                  Outcome.done(
                      transaction ->
                          transaction.zone().enqueue(context.child(child)).thenApply(r -> null)))
              : done();
        });
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "parent").withTrace(TRACE));
    run();
    assertEquals(List.of(Optional.of(TRACE), Optional.of(TRACE)), seen);
  }

  @Test
  void aHandlerOfAnItemWithoutTraceHasNone() {
    List<Optional<TraceContext>> seen = new ArrayList<>();
    List<NewItem> children = new ArrayList<>();
    NewItem child = NewItem.of(Fleet.SEND, "child");
    process.start(
        "c",
        (payload, context) -> {
          seen.add(context.trace());
          children.add(context.child(child));
          return done();
        });
    process.send(Fleet.AHAB, "letter");
    run();
    assertEquals(List.of(Optional.empty()), seen);
    assertEquals(List.of(child), children);
  }

  @Test
  void aTracerIsOpenWhileTheHandlerIsCalledAndTheRunEndsWithItsOutcome() {
    List<Map<String, String>> current = new ArrayList<>();
    List<String> children = new ArrayList<>();
    consume(
        (payload, context) -> {
          current.add(tracer.current());
          children.add(
              context
                  .child(NewItem.of(Fleet.SEND, "child"))
                  .body()
                  .attributes()
                  .get(TraceContext.TRACE_PARENT));
          return fleet.takes(Duration.ofSeconds(1), Outcome.done());
        });
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "letter").withTrace(TRACE));
    run();
    assertEquals(List.of("begin send " + PARENT, "end well"), tracer.told);
    String span = PARENT.replace("00f067aa0ba902b7", "0000000000000001");
    assertEquals(List.of(Map.of(TraceContext.TRACE_PARENT, span)), current);
    assertEquals(List.of(span), children);
    assertTrue(tracer.open.isEmpty(), "a scope was left open");
  }

  @Test
  void aHandlerThatThrowsLeavesNoScopeOpen() {
    consume(
        (payload, context) -> {
          throw new IllegalStateException("refused");
        });
    process.send(Fleet.AHAB, "letter");
    run();
    assertEquals(List.of("begin send null", "end refused"), tracer.told);
    assertTrue(tracer.open.isEmpty(), "a scope was left open");
  }

  @Test
  void aBlockingHandlerIsInItsTraceOnItsOwnThread() {
    List<Boolean> traced = new ArrayList<>();
    consume(
        ItemHandler.blocking(
            (payload, context) -> {
              traced.add(!tracer.current().isEmpty());
              throw new IllegalStateException("refused");
            }));
    process.send(Fleet.AHAB, "letter");
    run();
    assertEquals(List.of(true), traced);
    assertEquals(List.of("begin send null", "end refused"), tracer.told);
    assertTrue(tracer.open.isEmpty(), "a scope was left open");
  }

  @Test
  void eachInLineRetryAndAnOverrunIsARunOfItsOwn() {
    consume(
        WorkPolicy.defaults()
            .withAttemptsMax(1)
            .withInlineRetries(1)
            .withExecutionBound(Duration.ofSeconds(1)),
        (payload, context) ->
            tracer.told.size() == 1
                ? CompletableFuture.failedFuture(new IllegalStateException("first"))
                : new CompletableFuture<>());
    process.send(Fleet.AHAB, "letter");
    run();
    assertEquals(
        List.of(
            "begin send null",
            "end first",
            "begin send null",
            "end the handler ran longer than its bound of PT1S"),
        tracer.told);
  }

  @Test
  void effectsRunInTheContextAndTraceOfTheirItemAndSoDoTheItemsThatTheyEnqueue() {
    List<String> scopes = new ArrayList<>();
    List<String> opened = new ArrayList<>();
    List<Optional<String>> spans = new ArrayList<>();
    Consumer.builder(
            process.deployment(),
            Handlers.builder()
                .on(
                    Fleet.SEND,
                    (payload, context) -> {
                      spans.add(context.trace().map(TraceContext::traceParent));
                      return CompletableFuture.completedFuture(
                          payload.equals("parent")
                              ? Outcome.done(
                                  tx -> {
                                    scopes.add("effects in " + opened);
                                    return tx.zone()
                                        .enqueue(NewItem.of(Fleet.SEND, "child"))
                                        .thenApply(done -> null);
                                  })
                              : Outcome.done());
                    })
                .build(),
            ConsumerOptions.defaults("c"))
        .tracer(tracer)
        .itemScope(
            (item, tenant) -> {
              opened.add(tenant + " " + item.type());
              return () -> opened.remove(opened.size() - 1);
            })
        .build()
        .start();
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "parent").withTrace(TRACE));
    run();
    assertEquals(List.of("effects in [" + Fleet.AHAB + " send]"), scopes);
    String ofEffects = PARENT.replace("00f067aa0ba902b7", "0000000000000003");
    assertEquals(List.of(Optional.of(PARENT), Optional.of(ofEffects)), spans);
    assertEquals(
        List.of("begin send " + PARENT, "end well", "begin send " + PARENT, "end well"),
        tracer.told.subList(0, 4));
    assertTrue(tracer.open.isEmpty() && opened.isEmpty(), "a scope was left open");
  }

  @Test
  void aBrokenTracerStandsInNobodysWay() {
    tracer.fails = true;
    List<String> seen = new ArrayList<>();
    consume(
        (payload, context) -> {
          seen.add(payload);
          return done();
        });
    process.send(Fleet.AHAB, "letter");
    run();
    assertEquals(List.of("letter"), seen);
    assertEquals(0, process.left(Fleet.AHAB));
  }
}
