package dev.tenure.embedded.commit;

import static dev.tenure.embedded.commit.Requests.bytes;
import static dev.tenure.embedded.commit.Requests.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.recovery.EngineDirectory;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many threads moving amounts between accounts; each transaction checked on what it saw. */
class ConcurrencyTest {
  private static final int ACCOUNTS = 20;
  private static final int AMOUNT = 1000;
  private static final int CLIENTS = 6;
  private static final int TRANSFERS_EACH = 400;

  @Test
  void transfersInMemoryAreSerializable() throws Exception {
    checkTransfers(new MemoryStorage());
  }

  @Test
  void transfersOnDiskAreSerializable(@TempDir Path directory) throws Exception {
    checkTransfers(EngineDirectory.open(directory));
  }

  @Test
  void commitIsRefusedWhenTheExecutorsEndedBeforeTheEngine() {
    RealThreads threads = new RealThreads();
    EngineServer server = EngineServer.open(new MemoryStorage(), Durability.SYNC, threads.engine());
    threads.close();
    CompletionException error =
        assertThrows(
            CompletionException.class, () -> server.commit(request().set("k", "v").build()).join());
    assertEquals(1101, ((FDBException) Objects.requireNonNull(error.getCause())).getCode());
    server.close();
  }

  private static void checkTransfers(Storage storage) throws Exception {
    try (RealThreads threads = new RealThreads();
        EngineServer server = EngineServer.open(storage, Durability.SYNC, threads.engine())) {
      Requests load = request();
      for (int i = 0; i < ACCOUNTS; i++) {
        load.set(account(i), "" + AMOUNT);
      }
      CommitOutcome loaded = server.commit(load.build()).join();
      // By its place in the order of all commits: what each transfer read and wrote.
      Map<Long, Transfer> history = new ConcurrentSkipListMap<>();
      runClients(server, history);
      assertEquals(CLIENTS * TRANSFERS_EACH, history.size());
      long[] balances = new long[ACCOUNTS];
      Arrays.fill(balances, AMOUNT);
      for (Transfer each : history.values()) {
        assertEquals(balances[each.from], each.fromBalance);
        assertEquals(balances[each.to], each.toBalance);
        balances[each.from] -= each.amount;
        balances[each.to] += each.amount;
      }
      assertTrue(loaded.version() < server.readVersion().join());
    }
  }

  private record Transfer(int from, int to, long fromBalance, long toBalance, long amount) {}

  private static void runClients(EngineServer server, Map<Long, Transfer> history)
      throws ExecutionException, InterruptedException {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS + 1);
    List<Future<Void>> running = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      long seed = i;
      Callable<Void> client =
          () -> {
            Random random = new Random(seed);
            for (int n = 0; n < TRANSFERS_EACH; n++) {
              transfer(server, random, history);
            }
            return null;
          };
      running.add(clients.submit(client));
    }
    Future<?> auditor = clients.submit(() -> audit(server, running));
    for (Future<Void> client : running) {
      client.get();
    }
    auditor.get();
    clients.shutdown();
  }

  private static void transfer(EngineServer server, Random random, Map<Long, Transfer> history) {
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    while (true) {
      long version = server.readVersion().join();
      VersionedReader reader = server.reader(version).join();
      long fromBalance = balance(reader, from);
      long toBalance = balance(reader, to);
      long amount = random.nextInt(10);
      CommitRequest request =
          request()
              .at(version)
              .reads(account(from))
              .reads(account(to))
              .set(account(from), "" + (fromBalance - amount))
              .set(account(to), "" + (toBalance + amount))
              .build();
      try {
        CommitOutcome outcome = server.commit(request).join();
        long place = outcome.version() << 16 | outcome.batchOrder();
        history.put(place, new Transfer(from, to, fromBalance, toBalance, amount));
        return;
      } catch (CompletionException e) {
        int code = ((FDBException) Objects.requireNonNull(e.getCause())).getCode();
        assertEquals(1020, code);
      }
    }
  }

  private static void audit(EngineServer server, List<Future<Void>> running) {
    long last = 0;
    while (!running.stream().allMatch(Future::isDone)) {
      long version = server.readVersion().join();
      assertTrue(version >= last);
      last = version;
      long sum = 0;
      List<KeyValue> rows =
          server
              .reader(version)
              .join()
              .range(bytes("account"), bytes("accounu"), false, ACCOUNTS, Integer.MAX_VALUE);
      for (KeyValue row : rows) {
        sum += Long.parseLong(EngineContract.text(row.getValue()));
      }
      assertEquals((long) ACCOUNTS * AMOUNT, sum);
    }
  }

  private static long balance(VersionedReader reader, int account) {
    return Long.parseLong(EngineContract.value(reader, account(account)));
  }

  private static String account(int number) {
    return "account" + (char) ('a' + number);
  }
}
