package dev.tenure.campaigns.history;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Range;
import dev.tenure.campaigns.workload.ProgramClient;
import dev.tenure.campaigns.workload.RandomProgram;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.LateCounts;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateEnvironment;
import dev.tenure.late.LateOptions;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random transactions behind a cluster that answers late, hangs and comes back: what they saw is
 * strictly serializable, and every client comes to its end.
 */
class LateHistoryTest {
  private static final int SEEDS = 20;
  private static final int CLIENTS = 4;
  private static final int TRANSACTIONS = 60;
  private static final int TIMEOUT_MILLIS = 8_000;
  private static final byte[] MARKERS = "markers/".getBytes(US_ASCII);
  private static final byte[] ROWS = "rows/".getBytes(US_ASCII);
  private static final Range ALL = new Range(new byte[0], new byte[] {(byte) 0xff});

  /** {@code -Dtenure.seed=N} replays one, {@code -Dtenure.seeds=N} runs as many fresh ones. */
  static List<Long> seeds() {
    Long given = Long.getLong("tenure.seed");
    if (given != null) {
      return List.of(given);
    }
    List<Long> seeds = new ArrayList<>(LongStream.rangeClosed(1, SEEDS).boxed().toList());
    SplittableRandom fresh = new SplittableRandom();
    for (int i = 0; i < Integer.getInteger("tenure.seeds", 0); i++) {
      seeds.add(fresh.nextLong(1_000_000_000));
    }
    return seeds;
  }

  /** One run: an engine, a late database before it, and clients on that. */
  private static final class Run {
    private final DeterministicScheduler scheduler;
    private final SimulatedProcess process;
    private final SplittableRandom random;
    private final Database engine;
    private final LateDatabase late;
    private final History history = new History(MARKERS);
    private boolean over;

    Run(long seed) {
      scheduler = DeterministicScheduler.seeded(seed);
      process = scheduler.process("clients");
      random = scheduler.random("late history");
      SimulatedProcess server = scheduler.process("engine");
      engine =
          EmbeddedDatabase.memory(
              EmbeddedEnvironment.builder()
                  .clock(server.clock())
                  .random(server.random())
                  .commitExecutor(server.serialExecutor())
                  .executor(server.executor())
                  .timer(server.timer())
                  .build());
      LateOptions options =
          LateOptions.seeded(seed).withWithheld(0.002).withDelayMax(Duration.ofMillis(300));
      late =
          LateDatabase.of(
              engine,
              options,
              new LateEnvironment(process.clock(), process.timer(), process.executor()));
      late.options().setTransactionTimeout(TIMEOUT_MILLIS);
    }

    void toTheEnd() {
      Database recording = RecordingDatabase.of(late, history);
      List<CompletableFuture<Void>> clients = new ArrayList<>();
      for (int number = 0; number < CLIENTS; number++) {
        RandomProgram program = new RandomProgram(ROWS, random.split());
        clients.add(new ProgramClient(recording, program::run, this::pause).run(TRANSACTIONS));
      }
      hangLater();
      scheduler.runUntil(
          () -> clients.stream().allMatch(CompletableFuture::isDone), "the end of all clients");
      clients.forEach(CompletableFuture::join);
      over = true;
      late.release();
      Database punctual = RecordingDatabase.of(engine, history);
      var rows = punctual.createTransaction().getRange(ALL).asList();
      history.observe(scheduler.join(rows));
    }

    private CompletableFuture<Void> pause() {
      CompletableFuture<Void> pause = new CompletableFuture<>();
      var unused =
          process
              .timer()
              .schedule(() -> pause.complete(null), random.nextInt(200), TimeUnit.MILLISECONDS);
      return pause;
    }

    private void hangLater() {
      var unused =
          process.timer().schedule(this::hang, 1 + random.nextInt(9_000), TimeUnit.MILLISECONDS);
    }

    private void hang() {
      if (over) {
        return;
      }
      switch (random.nextInt(3)) {
        case 0 -> late.hang();
        case 1 -> late.hangCommits();
        default -> late.hangAfter(random.nextInt(20));
      }
      var unused =
          process.timer().schedule(this::goOn, random.nextInt(9_000), TimeUnit.MILLISECONDS);
    }

    private void goOn() {
      late.release();
      if (!over) {
        hangLater();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasSeenIsStrictlySerializable(long seed) {
    Run run = new Run(seed);
    run.toTheEnd();
    assertEquals(List.of(), SerializabilityCheck.check(run.history), "seed " + seed);
    LateCounts counts = run.late.counts();
    boolean wasLate = counts.reordered() > 0 && counts.withheld() > 0 && counts.commitsHeld() > 0;
    assertTrue(wasLate, () -> "seed " + seed + ": " + counts);
  }

  @Test
  void transactionsOfAHungClusterTimeOut() {
    Run run = new Run(1);
    run.toTheEnd();
    assertTrue(run.late.counts().timedOut() > 0, () -> run.late.counts().toString());
  }
}
