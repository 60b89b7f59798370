package dev.tenure.campaigns.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.Durability;
import dev.tenure.testkit.engine.CrashableStorage;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The engine in memory, under virtual time, on a disk that fills up and loses power. */
class SimulatedCrashTest {
  private static final int CLIENTS = 4;
  private static final int SEEDS = 60;
  private static final int CRASHES = 8;

  @Test
  void crashesAndFullDisksLoseNothingSyncedAndShowNothingInPart() {
    long given = Long.getLong("tenure.seed", -1);
    int lost = 0;
    int failed = 0;
    for (long seed = Math.max(0, given); seed <= (given < 0 ? SEEDS : given); seed++) {
      Run run = new Run(seed);
      try {
        run.crashAgainAndAgain();
      } catch (RuntimeException violation) {
        throw new AssertionError("failed; replay with -Dtenure.seed=" + seed, violation);
      }
      lost += run.lost;
      failed += run.failed;
    }
    assertTrue(given >= 0 || lost > 50, lost + " commits were lost that may be");
    assertTrue(given >= 0 || failed > 50, failed + " commits failed");
  }

  @Test
  void onAFullDiskRetriesEndReadsGoOnAndSoDoCommitsOnceThereIsSpace() {
    DeterministicScheduler scheduler = DeterministicScheduler.seeded(1);
    CrashableStorage storage = CrashableStorage.seeded(1);
    EmbeddedDatabase database =
        EmbeddedDatabase.on(storage, environment(scheduler.process("engine"), Durability.SYNC));
    NumberedWork work = new NumberedWork(database);
    assertEquals(1, scheduler.join(work.commit(0, 1, false)).number());
    storage.setFailing(true);
    CompletionException failure =
        assertThrows(CompletionException.class, () -> scheduler.join(work.commit(0, 2, false)));
    assertEquals(1510, ((FDBException) Objects.requireNonNull(failure.getCause())).getCode());
    assertEquals(1, scheduler.join(PresentWork.read(database, 1)).heads().get(0));
    storage.setFailing(false);
    assertEquals(2, scheduler.join(work.commit(0, 2, false)).number());
    database.close();
  }

  private static EmbeddedEnvironment environment(SimulatedProcess process, Durability durability) {
    return EmbeddedEnvironment.builder()
        .clock(process.clock())
        .random(process.random())
        .commitExecutor(process.serialExecutor())
        .executor(process.executor())
        .timer(process.timer())
        .durability(durability)
        .build();
  }

  /** One seed's. */
  private static final class Run {
    private final DeterministicScheduler scheduler;
    private final SplittableRandom random;
    private final CrashLedger ledger = new CrashLedger(CLIENTS);
    private CrashableStorage storage;
    private boolean relaxed;
    private int lost;
    private int failed;

    Run(long seed) {
      scheduler = DeterministicScheduler.seeded(seed);
      random = scheduler.random("crashes");
      storage = CrashableStorage.seeded(seed);
    }

    void crashAgainAndAgain() {
      for (int crash = 0; crash < CRASHES; crash++) {
        SimulatedProcess process = scheduler.process("engine " + crash);
        work(open(process), process);
        process.crash();
        storage = storage.crash();
        check(scheduler.process("check " + crash));
      }
    }

    private EmbeddedDatabase open(SimulatedProcess process) {
      process.setSkew(Duration.ofSeconds(random.nextInt(-1_000, 1_000)));
      relaxed = random.nextInt(4) == 0;
      return EmbeddedDatabase.on(
          storage, environment(process, relaxed ? Durability.RELAXED : Durability.SYNC));
    }

    private void work(EmbeddedDatabase database, SimulatedProcess process) {
      ledger.opened(
          scheduler.join(database.readAsync(transaction -> transaction.getReadVersion())));
      NumberedWork work = new NumberedWork(database);
      for (int client = 0; client < CLIENTS; client++) {
        int each = client;
        var unused =
            work.head(client).thenAccept(head -> commitFrom(work, process, each, head + 1));
      }
      scheduler.runFor(Duration.ofMillis(random.nextInt(60)));
      if (random.nextInt(3) == 0) {
        storage.setFailing(true);
        scheduler.runFor(Duration.ofMillis(random.nextInt(60)));
        storage.setFailing(random.nextBoolean());
        scheduler.runFor(Duration.ofMillis(random.nextInt(60)));
      }
    }

    private void commitFrom(NumberedWork work, SimulatedProcess process, int client, long number) {
      if (!process.isAlive()) {
        return;
      }
      boolean risky = relaxed || random.nextInt(3) > 0;
      var unused =
          work.commit(client, number, risky)
              .whenComplete(
                  (told, failure) -> {
                    failed += failure == null ? 0 : 1;
                    if (failure == null) {
                      ledger.acknowledged(told);
                    }
                    var unusedTimer =
                        process
                            .timer()
                            .schedule(
                                () ->
                                    commitFrom(
                                        work,
                                        process,
                                        client,
                                        failure == null ? number + 1 : number),
                                random.nextInt(5_000),
                                TimeUnit.MICROSECONDS);
                  });
    }

    private void check(SimulatedProcess process) {
      EmbeddedDatabase database =
          EmbeddedDatabase.on(storage, environment(process, Durability.SYNC));
      PresentWork present = scheduler.join(PresentWork.read(database, CLIENTS));
      ledger.powerLost();
      ledger.opened(present.readVersion());
      lost += ledger.check(present);
      database.close();
    }
  }
}
