package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.BreakableWatches;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.fixture.LoggedLines;
import dev.tenure.consumer.service.Consumer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peek that fails once is repeated, as any transaction is; one that goes on failing is told. */
@Timeout(600)
final class FailedPeeksTest {
  private static final int TOO_OLD = 1007;
  private static final Duration SOON = Duration.ofSeconds(10);

  private final LoggedLines log = new LoggedLines("dev.tenure.consumer");
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
  private final BreakableWatches watches = new BreakableWatches();
  private final Journal journal = new Journal();
  private long failuresWanted;
  private @Nullable Consumer consumer;

  @AfterEach
  void close() {
    fleet.close();
    log.close();
  }

  private Database connect(Database engine) {
    return watches.connect(proxy(Database.class, engine, "createTransaction", this::failingRead));
  }

  private Object failingRead(Object transaction) {
    return transaction instanceof Transaction
        ? proxy(Transaction.class, transaction, "snapshot", this::failing)
        : transaction;
  }

  private Object failing(Object read) {
    if (failures() < failuresWanted) {
      throw new FDBException("Transaction is too old", TOO_OLD);
    }
    return read;
  }

  private interface Change {
    Object of(Object result);
  }

  private static <T> T proxy(Class<T> view, Object target, String name, Change change) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          Object result;
          try {
            result = method.invoke(target, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
          }
          return method.getName().equals(name) && result != null ? change.of(result) : result;
        };
    return view.cast(Proxy.newProxyInstance(view.getClassLoader(), new Class<?>[] {view}, handler));
  }

  private void start() {
    ConsumerOptions options = ConsumerOptions.defaults("c").withPollInterval(Duration.ofSeconds(5));
    consumer =
        fleet
            .withConnection(this::connect)
            .process("consumer")
            .start(
                options,
                Handlers.builder()
                    .on(
                        Fleet.SEND,
                        (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
                    .build(),
                journal);
    fleet.time.pass(Duration.ofSeconds(2));
  }

  /** Of peeks and visits. */
  private long failures() {
    Consumer started = consumer;
    return started == null ? 0 : started.status().visits().failed();
  }

  private long toldOfPeeks() {
    return log.lines().stream().filter(line -> line.contains("a peek failed")).count();
  }

  private void assertHearsOfWork() {
    producer.send(Fleet.AHAB, "letter");
    fleet.time.runUntil(SOON, () -> journal.completed.size() == 1);
    assertEquals(1, journal.completed.size());
  }

  @Test
  void oneThatFailsOnceIsNoWarning() {
    start();
    failuresWanted = 1;
    fleet.time.runUntil(Duration.ofMinutes(1), () -> failures() == 1);
    assertEquals(1, failures());
    assertHearsOfWork();
    assertEquals(0, toldOfPeeks(), log.lines().toString());
  }

  @Test
  void oneThatGoesOnFailingIs() {
    start();
    failuresWanted = 2;
    fleet.time.runUntil(Duration.ofMinutes(1), () -> failures() == 2);
    assertEquals(1, toldOfPeeks(), log.lines().toString());
    assertHearsOfWork();
  }

  /** 100 ms, doubling to 5 s: some eight in twenty seconds. */
  @Test
  void oneThatGoesOnFailingWithoutAWatchIsRepeatedEverMoreSeldom() {
    start();
    failuresWanted = Long.MAX_VALUE;
    watches.lose();
    Instant end = fleet.time.instant().plus(Duration.ofSeconds(20));
    fleet.time.runUntil(
        Duration.ofMinutes(1), () -> failures() > 20 || fleet.time.instant().isAfter(end));
    long failures = failures();
    failuresWanted = 0;
    assertTrue(failures >= 3 && failures <= 20, failures + " failed peeks in twenty seconds");
    assertHearsOfWork();
  }
}
