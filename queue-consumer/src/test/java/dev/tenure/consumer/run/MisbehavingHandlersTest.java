package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.fixture.Misbehaviour;
import dev.tenure.consumer.fixture.Misbehaviour.Ends;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.ContentType;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodec;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.queue.trace.TracePropagation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Eight bad items for eight workers, and then eighty good ones: whatever code of the application
 * does, the good ones are done, the bad ones end, and every slot is back.
 */
@Timeout(600)
final class MisbehavingHandlersTest {
  private static final int WORKERS = 8;
  private static final int GOOD = 80;
  private static final WorkPolicy POLICY =
      WorkPolicy.defaults()
          .withAttemptsMax(3)
          .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1))
          .withExecutionBound(Duration.ofSeconds(20));

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process =
      fleet.process("one").withTenant(Fleet.AHAB).withTenant(Fleet.QUEEQUEG);
  private final Journal journal = new Journal();
  private final List<String> bad = new ArrayList<>();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer start(
      WorkType<String> type,
      ItemHandler<String> handler,
      ConsumerListener listener,
      TracePropagation tracer,
      Executor workerExecutor) {
    Consumer consumer =
        Consumer.builder(
                process.deployment(),
                Handlers.builder().on(type.withPolicy(POLICY), handler).build(),
                ConsumerOptions.defaults("c").withWorkers(WORKERS))
            .workerExecutor(workerExecutor)
            .listener(listener)
            .tracer(tracer)
            .build();
    consumer.start();
    return consumer;
  }

  private Consumer start(ItemHandler<String> handler) {
    return start(Fleet.SEND, handler, journal, TracePropagation.none(), fleet.time);
  }

  private static ItemHandler<String> good() {
    return (payload, context) ->
        CompletableFuture.completedFuture(Outcome.done(Counters.readAndAdd("good")));
  }

  private static ItemHandler<String> badOr(ItemHandler<String> handler) {
    ItemHandler<String> good = good();
    return (payload, context) ->
        payload.equals("bad") ? handler.handle(payload, context) : good.handle(payload, context);
  }

  private void sendBad() {
    for (int i = 0; i < WORKERS; i++) {
      bad.add(process.send(Fleet.AHAB, "bad"));
    }
    fleet.time.pass(Duration.ofSeconds(2));
  }

  private void sendGood() {
    for (int i = 0; i < GOOD; i++) {
      process.send(i % 2 == 0 ? Fleet.AHAB : Fleet.QUEEQUEG, "good");
    }
  }

  private long good(TenantId tenant) {
    return process.counter(tenant, "good");
  }

  /** Within the lease of 30 s, 6 s and twice the skew of 10 s. */
  private void assertGoodOnesAreDone(Consumer consumer) {
    fleet.time.runUntil(
        Duration.ofSeconds(56), () -> consumer.status().items().completed() == GOOD);
    assertEquals(GOOD / 2, good(Fleet.AHAB));
    assertEquals(GOOD / 2, good(Fleet.QUEEQUEG));
  }

  private void assertAtRest(Consumer consumer) {
    fleet.time.runUntil(
        Duration.ofMinutes(4),
        () -> consumer.status().load().isAtRest() && ended(consumer) == bad.size() + GOOD);
    assertEquals(0, process.left(Fleet.AHAB));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  private static long ended(Consumer consumer) {
    ConsumerStatus.Items items = consumer.status().items();
    return items.completed() + items.discarded() + items.deadLettered() + items.parked();
  }

  private static Stream<Misbehaviour> handlers() {
    return Stream.concat(Misbehaviour.ofHandlers().stream(), Misbehaviour.ofEffects().stream());
  }

  @ParameterizedTest
  @MethodSource("handlers")
  void goodItemsAreDoneBesideBadOnes(Misbehaviour misbehaviour) {
    Consumer consumer = start(badOr(misbehaviour.handler()));
    sendBad();
    sendGood();
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
    long dead = bad.stream().filter(id -> process.deadLetter(Fleet.AHAB, id).isPresent()).count();
    assertEquals(misbehaviour.ends() == Ends.DEAD ? WORKERS : 0, dead);
    if (misbehaviour.ends() == Ends.DISCARDED) {
      assertEquals(WORKERS, consumer.status().items().discarded());
    }
  }

  private static Stream<Supplier<Throwable>> thrown() {
    return Stream.of(
        () -> new Exception("undeclared"),
        () -> new StackOverflowError("planted"),
        () -> new OutOfMemoryError("planted"),
        () -> new IllegalStateException("planted"),
        Misbehaviour.Unprintable::new);
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void aCodecMayThrowAnything(Supplier<Throwable> error) {
    PayloadCodec<String> text = PayloadCodecs.text();
    PayloadCodec<String> codec =
        new PayloadCodec<>() {
          @Override
          public ContentType contentType() {
            return text.contentType();
          }

          @Override
          public byte[] encode(String payload) {
            return text.encode(payload);
          }

          @Override
          public String decode(byte[] bytes) {
            String payload = text.decode(bytes);
            if (payload.equals("bad")) {
              throw Misbehaviour.sneaky(error.get());
            }
            return payload;
          }
        };
    WorkType<String> type = WorkType.of(Fleet.SEND.name(), codec);
    Consumer consumer = start(type, good(), journal, TracePropagation.none(), fleet.time);
    sendBad();
    sendGood();
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
    assertTrue(process.deadLetter(Fleet.AHAB, bad.get(0)).isPresent());
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void anUpgraderMayThrowAnything(Supplier<Throwable> error) {
    WorkType<String> type =
        WorkType.of(Fleet.SEND.name(), PayloadCodecs.text())
            .withSchemaVersion(2)
            .withUpgrader(
                1,
                payload -> {
                  throw Misbehaviour.sneaky(error.get());
                });
    Consumer consumer = start(type, good(), journal, TracePropagation.none(), fleet.time);
    sendBad();
    for (int i = 0; i < GOOD; i++) {
      process.enqueue(i % 2 == 0 ? Fleet.AHAB : Fleet.QUEEQUEG, NewItem.of(type, "good"));
    }
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
    assertTrue(process.deadLetter(Fleet.AHAB, bad.get(0)).isPresent());
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void aListenerMayThrowAnything(Supplier<Throwable> error) {
    ConsumerListener listener =
        new ConsumerListener() {
          @Override
          public void itemStarted(WorkItem item, TenantId tenant, Duration sinceVested) {
            throw Misbehaviour.sneaky(error.get());
          }

          @Override
          public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
            throw Misbehaviour.sneaky(error.get());
          }

          @Override
          public void itemFailed(WorkItem item, TenantId tenant, String text) {
            throw Misbehaviour.sneaky(error.get());
          }

          @Override
          public void itemDeadLettered(WorkItem item, TenantId tenant, String reason) {
            throw Misbehaviour.sneaky(error.get());
          }

          @Override
          public void visit(VisitResult result) {
            throw Misbehaviour.sneaky(error.get());
          }
        };
    Consumer consumer =
        start(
            Fleet.SEND,
            badOr((payload, context) -> CompletableFuture.failedFuture(error.get())),
            listener,
            TracePropagation.none(),
            fleet.time);
    sendBad();
    sendGood();
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
  }

  @ParameterizedTest
  @MethodSource("thrown")
  void aTracerMayThrowAnything(Supplier<Throwable> error) {
    TracePropagation tracer =
        new TracePropagation() {
          @Override
          public Map<String, String> current() {
            throw Misbehaviour.sneaky(error.get());
          }

          @Override
          public Run begin(String type, Map<String, String> attributes) {
            return new Run() {
              @Override
              public Scope open() {
                return () -> {
                  throw Misbehaviour.sneaky(error.get());
                };
              }

              @Override
              public void end(@Nullable Throwable why) {
                throw Misbehaviour.sneaky(error.get());
              }
            };
          }
        };
    Consumer consumer =
        start(
            Fleet.SEND,
            (payload, context) -> {
              NewItem unused = context.child(NewItem.of(Fleet.PRINT, payload));
              return good().handle(payload, context);
            },
            journal,
            tracer,
            fleet.time);
    sendGood();
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
  }

  @Test
  @SuppressWarnings("NullAway") // what a tracer must not do
  void aTracerMayReturnNull() {
    TracePropagation tracer =
        new TracePropagation() {
          @Override
          public Map<String, String> current() {
            return null;
          }

          @Override
          public Run begin(String type, Map<String, String> attributes) {
            return null;
          }
        };
    Consumer consumer = start(Fleet.SEND, good(), journal, tracer, fleet.time);
    sendGood();
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
  }

  private static Stream<Executor> workerExecutors() {
    return Stream.of(
        task -> {},
        task -> {
          throw new RejectedExecutionException("planted");
        },
        task -> {
          throw new OutOfMemoryError("unable to create native thread");
        });
  }

  @ParameterizedTest
  @MethodSource("workerExecutors")
  void aWorkerExecutorMayRefuseOrForget(Executor workerExecutor) {
    Consumer consumer =
        start(
            Fleet.SEND,
            badOr(ItemHandler.blocking((payload, context) -> Outcome.done())),
            journal,
            TracePropagation.none(),
            workerExecutor);
    sendBad();
    sendGood();
    assertGoodOnesAreDone(consumer);
    assertAtRest(consumer);
    assertEquals(WORKERS, journal.deadLetters.size());
  }

  /** Work that the executor forgot keeps its slot for as long as a handler may run. */
  @Test
  void workThatOutlastsItsHandlerGivesItsSlotBackAtTheHandlersBound() {
    Consumer consumer =
        start(
            Fleet.SEND,
            (payload, context) -> {
              var unused = context.runBlocking(() -> payload);
              return CompletableFuture.completedFuture(Outcome.done());
            },
            journal,
            TracePropagation.none(),
            task -> {});
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(POLICY.executionBound().minusMillis(1));
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(1, consumer.status().load().running());
    fleet.time.pass(Duration.ofMillis(100));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }
}
