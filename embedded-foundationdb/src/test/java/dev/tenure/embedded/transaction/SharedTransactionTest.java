package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Several threads may use one transaction at once. */
class SharedTransactionTest {
  private static final int THREADS = 4;
  private static final int ROWS = 2000;

  @Test
  void writesAndReadsOfAllThreadsAreCommitted() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (EmbeddedDatabase database = EmbeddedDatabase.memory(EmbeddedEnvironment.realTime());
        Transaction transaction = database.createTransaction()) {
      List<Future<?>> work = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int own = thread;
        work.add(threads.submit(() -> writeAndReadBack(transaction, own)));
      }
      for (Future<?> each : work) {
        each.get();
      }
      transaction.commit().join();
      int rows = database.run(tr -> tr.getRange(bytes("0"), bytes("9")).asList().join().size());
      assertEquals(THREADS * ROWS, rows);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void writeAndReadBack(Transaction transaction, int thread) {
    for (int row = 0; row < ROWS; row++) {
      byte[] key = bytes(thread + "/" + row);
      transaction.set(key, key);
      assertEquals(key.length, transaction.get(key).join().length);
      if (row % 100 == 0) {
        int seen =
            transaction.getRange(bytes(thread + "/"), bytes(thread + "0")).asList().join().size();
        assertEquals(row + 1, seen);
      }
    }
  }
}
