package dev.tenure.campaigns.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.campaigns.blackbox.ListAppendCheck;
import dev.tenure.campaigns.history.History;
import dev.tenure.campaigns.history.RecordingDatabase;
import dev.tenure.campaigns.history.SerializabilityCheck;
import dev.tenure.campaigns.workload.ListClient;
import dev.tenure.campaigns.workload.ListHistory;
import dev.tenure.campaigns.workload.ProgramClient;
import dev.tenure.campaigns.workload.RandomProgram;
import dev.tenure.testkit.contract.EngineFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Random transactions of concurrent clients, on real threads, have a serial order. */
interface SerializabilityContract extends EngineFixture {
  int CLIENTS = 6;
  int TRANSACTIONS = 60;

  @Test
  default void randomProgramsAreStrictlySerializable() {
    History history = new History(key("m/"));
    Database recording = RecordingDatabase.of(database(), history);
    storeBounds(recording);
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (SplittableRandom random : randoms()) {
      RandomProgram program = new RandomProgram(key("k/"), random);
      clients.add(
          new ProgramClient(recording, program::run, () -> CompletableFuture.completedFuture(null))
              .run(TRANSACTIONS));
    }
    clients.forEach(CompletableFuture::join);
    try (Transaction last = recording.createTransaction()) {
      history.observe(last.getRange(all()).asList().join());
      last.commit().join();
    }
    assertEquals(List.of(), SerializabilityCheck.check(history));
  }

  @Test
  default void listAppendsAreStrictlySerializable() {
    ListHistory history = new ListHistory();
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (SplittableRandom random : randoms()) {
      clients.add(new ListClient(database(), prefix(), random, history).run(TRANSACTIONS));
    }
    clients.forEach(CompletableFuture::join);
    new ListClient(database(), prefix(), new SplittableRandom(0), history).readAll().join();
    assertEquals(List.of(), ListAppendCheck.check(history.transactions()));
  }

  /** One for each client, from a seed that is printed and can be given. */
  private static List<SplittableRandom> randoms() {
    long seed = Long.getLong("tenure.seed", System.nanoTime());
    System.out.println("SerializabilityContract: replay with -Dtenure.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      randoms.add(random.split());
    }
    return randoms;
  }

  /** Rows on both sides of all others, so that no selector leaves what the history knows. */
  private void storeBounds(Database recording) {
    try (Transaction writer = recording.createTransaction()) {
      for (String name : List.of("a1", "a2", "a3", "z1", "z2", "z3")) {
        writer.set(key(name), value(name));
      }
      writer.commit().join();
    }
  }
}
