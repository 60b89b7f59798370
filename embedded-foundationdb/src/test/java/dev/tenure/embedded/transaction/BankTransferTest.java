package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.LateCounts;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transfers between accounts by several threads neither make nor lose money. */
class BankTransferTest {
  private static final int ACCOUNTS = 8;
  private static final int THREADS = 4;
  private static final int TRANSFERS = 300;
  private static final long OPENING_BALANCE = 1000;

  @TempDir Path scratch;

  @Test
  void moneyIsKeptInMemory() throws Exception {
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())) {
      assertMoneyIsKept(database);
    }
  }

  @Test
  void moneyIsKeptOnDiskAndAfterOpeningAgain() throws Exception {
    Path directory = scratch.resolve("bank");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime())) {
      assertMoneyIsKept(database);
    }
    try (EmbeddedDatabase database =
        EmbeddedDatabase.open(directory, EmbeddedEnvironment.realTime())) {
      assertEquals(ACCOUNTS * OPENING_BALANCE, database.run(BankTransferTest::total));
    }
  }

  @Test
  void moneyIsKeptWhenAnswersAreLate() throws Exception {
    EmbeddedDatabase engine = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
    LateOptions options = LateOptions.seeded(22).withDelayMax(Duration.ofMillis(1));
    try (LateDatabase database = LateDatabase.realTime(engine, options)) {
      assertMoneyIsKept(database, TRANSFERS / 6);
      LateCounts counts = database.counts();
      assertTrue(counts.reordered() > 0 && counts.commitsHeld() > 0, counts::toString);
    }
  }

  private static void assertMoneyIsKept(Database database) throws Exception {
    assertMoneyIsKept(database, TRANSFERS);
  }

  private static void assertMoneyIsKept(Database database, int transfers) throws Exception {
    database.run(
        tr -> {
          for (int account = 0; account < ACCOUNTS; account++) {
            tr.set(key(account), Tuple.from(OPENING_BALANCE).pack());
          }
          return true;
        });
    AtomicInteger attempts = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        SplittableRandom random = new SplittableRandom(thread);
        work.add(threads.submit(() -> transfer(database, transfers, random, attempts)));
      }
      Future<?> audit = threads.submit(() -> audit(database, transfers));
      for (Future<?> each : work) {
        each.get();
      }
      audit.get();
    } catch (ExecutionException failure) {
      throw new AssertionError("a thread failed", failure.getCause());
    } finally {
      threads.shutdownNow();
    }
    assertEquals(ACCOUNTS * OPENING_BALANCE, database.run(BankTransferTest::total));
    assertTrue(attempts.get() >= THREADS * transfers, "every transfer was tried");
  }

  private static void transfer(
      Database database, int transfers, SplittableRandom random, AtomicInteger attempts) {
    for (int transfer = 0; transfer < transfers; transfer++) {
      int from = random.nextInt(ACCOUNTS);
      int to = random.nextInt(ACCOUNTS);
      long amount = random.nextLong(100);
      database.run(
          tr -> {
            attempts.incrementAndGet();
            long left = balance(tr, from) - amount;
            tr.set(key(from), Tuple.from(left).pack());
            tr.set(key(to), Tuple.from(balance(tr, to) + amount).pack());
            return true;
          });
    }
  }

  private static void audit(Database database, int looks) {
    for (int look = 0; look < looks; look++) {
      assertEquals(ACCOUNTS * OPENING_BALANCE, database.read(BankTransferTest::total));
    }
  }

  private static long total(ReadTransaction transaction) {
    long total = 0;
    for (KeyValue row : transaction.getRange(Tuple.from("account").range())) {
      total += Tuple.fromBytes(row.getValue()).getLong(0);
    }
    return total;
  }

  private static long balance(Transaction transaction, int account) {
    return Tuple.fromBytes(transaction.get(key(account)).join()).getLong(0);
  }

  private static byte[] key(int account) {
    return Tuple.from("account", account).pack();
  }
}
