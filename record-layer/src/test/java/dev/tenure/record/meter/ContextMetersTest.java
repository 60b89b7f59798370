package dev.tenure.record.meter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.Proxies;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What meters and listeners are told of contexts. */
final class ContextMetersTest {
  private static final byte[] KEY = {'k'};

  private final TestDatabase test = new TestDatabase();
  private final MemoryMeters meters = new MemoryMeters();
  private final List<TransactionSummary> summaries =
      Collections.synchronizedList(new ArrayList<>());
  private final RecordDatabase measured =
      test.builder().meters(meters).listener(summaries::add).build();

  @AfterEach
  void close() {
    test.close();
  }

  @Tag("punctual") // counts answers that come in time
  @Test
  void attemptsOfARunAreCountedUnderItsName() {
    RunOptions run =
        RunOptions.defaults().withName("move").withDelays(Duration.ZERO, Duration.ZERO);
    measured.join(
        measured.run(
            run,
            context ->
                context
                    .get(KEY, false)
                    .thenAccept(
                        seen -> {
                          if (context.attempt() == 0) {
                            test.<Integer>run(
                                other -> {
                                  other.set(KEY, new byte[3]);
                                  return CompletableFuture.completedFuture(0);
                                });
                          }
                          test.clock.advance(Duration.ofSeconds(2));
                          context.set(KEY, new byte[9]);
                          context.clear(new Range(new byte[] {'m'}, new byte[] {'n'}));
                          context.count(RecordCounter.RECORDS_SAVED, 2);
                        })));

    assertEquals(List.of("move"), meters.runs());
    assertEquals(2, meters.count(RecordCounter.TRANSACTIONS_OPENED));
    assertEquals(1, meters.count(RecordCounter.TRANSACTIONS_COMMITTED));
    assertEquals(1, meters.count(RecordCounter.CONFLICTS));
    assertEquals(1, meters.count(RecordCounter.RETRIES));
    assertEquals(2, meters.count(RecordCounter.READS));
    assertEquals(1, meters.count(RecordCounter.KEYS_READ));
    assertEquals(4, meters.count(RecordCounter.BYTES_READ));
    assertEquals(2, meters.count(RecordCounter.KEYS_WRITTEN));
    assertEquals(20, meters.count(RecordCounter.BYTES_WRITTEN));
    assertEquals(2, meters.count(RecordCounter.RANGES_CLEARED));
    assertEquals(4, meters.count(RecordCounter.RECORDS_SAVED, "move"));
    assertEquals(0, meters.count(RecordCounter.RECORDS_SAVED, "other"));
    assertEquals(
        new MemoryMeters.Times(2, Duration.ofSeconds(4), Duration.ofSeconds(2)),
        meters.times(RecordTimer.TRANSACTION, "move"));
    assertEquals(2, meters.times(RecordTimer.COMMIT).count());
    assertEquals(2, meters.times(RecordTimer.READ_VERSION).count());
  }

  @Test
  void summaryTellsOfOneTransaction() {
    ContextOptions options = ContextOptions.defaults().withDebugIdentifier("me");
    try (RecordContext context = measured.openContext(options)) {
      assertEquals("context", context.name());
      context.set(KEY, KEY);
      context.addCommitCheck(
          () -> {
            test.clock.advance(Duration.ofMillis(30));
            return CompletableFuture.completedFuture(null);
          });
      context.join(context.commit());
      assertEquals(List.of(), summaries);
      test.clock.advance(Duration.ofMillis(5));
    }

    TransactionSummary summary = summaries.get(0);
    assertEquals("context", summary.run());
    assertEquals(0, summary.attempt());
    assertEquals(TransactionOutcome.COMMITTED, summary.outcome());
    assertEquals(OptionalInt.empty(), summary.errorCode());
    assertEquals(Optional.of("me"), summary.debugIdentifier());
    assertEquals(Duration.ofMillis(35), summary.times().total());
    assertEquals(Duration.ofMillis(30), summary.times().body());
    assertEquals(Duration.ZERO, summary.times().commit());
    assertEquals(
        Map.of(
            RecordCounter.KEYS_WRITTEN, 1L,
            RecordCounter.BYTES_WRITTEN, 2L,
            RecordCounter.TRANSACTIONS_COMMITTED, 1L),
        summary.counts());
  }

  @Test
  void waitForTheReadVersionIsTold() {
    CompletableFuture<Long> version = new CompletableFuture<>();
    RecordDatabase slow =
        test.builder(
                Proxies.transactions(
                    test.engine,
                    (made, method, usual) ->
                        method.equals("getReadVersion") ? version : usual.call()))
            .listener(summaries::add)
            .build();
    try (RecordContext context = slow.openContext()) {
      test.clock.advance(Duration.ofSeconds(1));
      context.join(context.get(KEY, false));
      test.clock.advance(Duration.ofSeconds(4));
      version.complete(1L);
    }

    assertEquals(Duration.ofSeconds(4), summaries.get(0).times().readVersion());
    assertEquals(Duration.ofSeconds(5), summaries.get(0).times().body());
  }

  @Test
  void everyEndHasItsOutcome() {
    measured.openContext().close();
    CompletableFuture<Integer> failed =
        measured.run(context -> CompletableFuture.failedFuture(new FDBException("big", 2101)));
    assertTrue(failed.isCompletedExceptionally());
    measured.join(measured.run(context -> context.get(KEY, true)));

    assertEquals(
        List.of(
            TransactionOutcome.ABANDONED, TransactionOutcome.FAILED, TransactionOutcome.COMMITTED),
        summaries.stream().map(TransactionSummary::outcome).toList());
    assertEquals(OptionalInt.of(2101), summaries.get(1).errorCode());
  }

  @Test
  void whatThrowsNeverBreaksATransaction() {
    RecordMeters broken =
        new RecordMeters() {
          @Override
          public void count(RecordCounter counter, String run, long amount) {
            throw new IllegalStateException("broken counter");
          }

          @Override
          public void time(RecordTimer timer, String run, Duration took) {
            throw new IllegalStateException("broken timer");
          }
        };
    RecordDatabase robust =
        test.builder()
            .meters(broken)
            .listener(
                summary -> {
                  throw new IllegalStateException("broken listener");
                })
            .listener(summaries::add)
            .build();

    robust.join(
        robust.run(
            context -> {
              context.set(KEY, KEY);
              return CompletableFuture.completedFuture(null);
            }));

    assertEquals(1, summaries.size());
    byte[] found = test.run(context -> context.get(KEY, false));
    assertArrayEquals(KEY, found);
  }

  @Test
  void withNobodyToTellTheTransactionIsTheEnginesOwn() {
    List<Transaction> made = new ArrayList<>();
    RecordDatabase plain =
        test.builder(
                Proxies.changed(
                    test.engine,
                    transaction -> {
                      made.add(transaction);
                      return transaction;
                    }))
            .build();
    try (RecordContext context = plain.openContext()) {
      context.count(RecordCounter.RECORDS_LOADED, 1);
      assertSame(made.get(0), context.transaction());
    }
  }
}
