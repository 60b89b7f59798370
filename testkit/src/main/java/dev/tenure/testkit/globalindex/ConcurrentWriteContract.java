package dev.tenure.testkit.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** The answers to concurrent writers: some serial order of the writes explains all of them. */
interface ConcurrentWriteContract extends ShardFixture {
  int WRITERS = 8;
  int ROUNDS = 12;
  PrimaryKey KEY = new PrimaryKey("contended");

  /** Runs an action on so many threads, and gives the sum of their results. */
  private int onThreads(IntFunction<Callable<Integer>> action)
      throws InterruptedException, ExecutionException, TimeoutException {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        running.add(threads.submit(action.apply(i)));
      }
      int sum = 0;
      for (Future<Integer> each : running) {
        sum += each.get(120, TimeUnit.SECONDS);
      }
      return sum;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  default void oneOfManyInsertsWins() {
    DataShard data = dataShard();
    IndexShard index = indexShard();
    for (int round = 0; round < ROUNDS; round++) {
      String pk = "r" + round;
      List<CompletableFuture<Boolean>> inserts = new ArrayList<>();
      List<CompletableFuture<Boolean>> entries = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        inserts.add(data.write(ConditionalWrite.insert(record(pk, i))));
        entries.add(index.write(ConditionalWrite.insert(entry(MAIL, pk, "o" + i))));
      }
      int winner = onlyTrue(inserts);
      assertEquals(Optional.of(record(pk, winner)), stored(data, new PrimaryKey(pk)));
      int owner = onlyTrue(entries);
      assertEquals(
          Optional.of(entry(MAIL, pk, "o" + owner)), stored(index, entry(MAIL, pk, "o").key()));
    }
  }

  private int onlyTrue(List<CompletableFuture<Boolean>> writes) {
    List<Integer> won = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      if (answer(writes.get(i))) {
        won.add(i);
      }
    }
    assertEquals(1, won.size(), "writes that took place");
    return won.get(0);
  }

  @Test
  default void oneOfManyChangesOfARecordTakesPlace() throws Exception {
    DataShard data = dataShard();
    IndexShard index = indexShard();
    for (int round = 0; round < ROUNDS; round++) {
      DataRecord record = record("r" + round, 1);
      IndexRecord entry = entry(MAIL, "r" + round, "o");
      IndexRecord next = new IndexRecord(entry.key(), new PrimaryKey("next"), version(2));
      var replaceData = ConditionalWrite.replace(version(1), record.withVersion(version(2)));
      var replaceEntry = ConditionalWrite.replace(version(1), next);
      var deleteData = ConditionalWrite.delete(record);
      var deleteEntry = ConditionalWrite.delete(entry);
      boolean replaces = round % 2 == 0;
      oneTakesPlace(data, record, replaces ? replaceData : deleteData, deleteData);
      oneTakesPlace(
          index, entry, replaces && index.replaces() ? replaceEntry : deleteEntry, deleteEntry);
    }
  }

  /** Each thread begins both changes of a record at the same time, and then awaits the answers. */
  private <K, R extends Versioned<K>> void oneTakesPlace(
      Shard<K, R> shard, R record, ConditionalWrite<K, R> change, ConditionalWrite<K, R> other)
      throws Exception {
    assertTrue(insert(shard, record));
    int changed =
        onThreads(
            thread ->
                () -> {
                  CompletableFuture<Boolean> first = shard.write(change);
                  CompletableFuture<Boolean> second = shard.write(other);
                  return (answer(first) ? 1 : 0) + (answer(second) ? 1 : 0);
                });
    assertEquals(1, changed, "writes that took place");
  }

  @Test
  default void eachVersionIsReplacedOnceAndFalseMeansThatItWas() throws Exception {
    DataShard shard = dataShard();
    insert(shard, record(KEY.value(), 0));
    int replaced = onThreads(thread -> () -> replaceOften(shard));
    long count = stored(shard, KEY).orElseThrow().version().count();
    assertEquals(count, replaced, "writes that gave true, and versions");
    assertTrue(count >= ROUNDS, () -> "versions: " + count);
  }

  private int replaceOften(DataShard shard) {
    int replaced = 0;
    long least = 0;
    for (int i = 0; i < ROUNDS; i++) {
      DataRecord read = stored(shard, KEY).orElseThrow();
      long count = read.version().count();
      assertTrue(count >= least, "a read gave an older record than an earlier answer");
      boolean written = replace(shard, read.version(), record(KEY.value(), count + 1));
      replaced += written ? 1 : 0;
      least = count + 1;
    }
    return replaced;
  }

  @Test
  default void insertsAndDeletesTakeTurns() throws Exception {
    DataShard shard = dataShard();
    int present =
        onThreads(
            thread ->
                () -> {
                  int inserted = 0;
                  for (int i = 0; i < ROUNDS; i++) {
                    DataRecord own = record(KEY.value(), 100L * thread + i, MAIL);
                    if (insert(shard, own)) {
                      assertTrue(delete(shard, own), "an own record was lost");
                      inserted++;
                    }
                  }
                  return inserted;
                });
    assertTrue(present > 0, "no insert took place");
    assertEquals(Optional.empty(), stored(shard, KEY));
    assertEquals(List.of(), answerIfSupported(shard.find(MAIL)));
  }

  @Test
  default void writesOfDifferentRecordsAllTakePlace() throws Exception {
    DataShard shard = dataShard();
    int written =
        onThreads(
            thread ->
                () -> {
                  int mine = 0;
                  for (int i = 0; i < ROUNDS; i++) {
                    mine += insert(shard, record(thread + "-" + i, 1, MAIL)) ? 1 : 0;
                  }
                  return mine;
                });
    assertEquals(WRITERS * ROUNDS, written);
    assertEquals(WRITERS * ROUNDS, answerIfSupported(shard.find(MAIL)).size());
  }
}
