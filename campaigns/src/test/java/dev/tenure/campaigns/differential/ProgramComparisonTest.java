package dev.tenure.campaigns.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.embedded.commit.Mutation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  private static final int SEEDS = 60;

  @TempDir Path directory;

  @Test
  void enginesInMemoryAndOnDiskDoTheSame() {
    try (DatabaseUnderTest memory = EngineUnderTest.memory();
        DatabaseUnderTest durable = EngineUnderTest.durable(directory)) {
      ProgramComparison comparison = new ProgramComparison(memory, durable);
      for (long seed = 1; seed <= SEEDS; seed++) {
        CompareCommand.failureOf(seed, comparison).ifPresent(failure -> fail(failure));
      }
    }
  }

  /** The 3,567th program on one directory had versions above the stand-in for an unknown stamp. */
  @Test
  void versionsOfADirectoryThatIsReopenedHardlyGrow() {
    try (DatabaseUnderTest durable = EngineUnderTest.durable(directory)) {
      long first = readVersion(durable);
      for (int i = 0; i < 5; i++) {
        long next = readVersion(durable);
        assertTrue(next > first && next - first < 1_000_000_000, first + ", then " + next);
      }
    }
  }

  private static long readVersion(DatabaseUnderTest underTest) {
    try (Transaction transaction = underTest.next().createTransaction()) {
      CompletableFuture<Long> version = transaction.getReadVersion();
      assertTrue(underTest.await(version, Duration.ofMinutes(1)));
      return version.join();
    }
  }

  @Test
  void programThatDiffersIsCutDownAndToldWithItsSeed() {
    try (DatabaseUnderTest memory = EngineUnderTest.memory();
        DatabaseUnderTest faulty = EngineUnderTest.faulty(new FailsEverySet())) {
      ProgramComparison comparison = new ProgramComparison(memory, faulty);
      String failure = CompareCommand.failureOf(3, comparison).orElseThrow();
      assertTrue(failure.startsWith("seed=3 differs:\n  t"), failure);
      assertEquals(5, failure.lines().count(), failure);
      assertTrue(failure.contains("  memory engine: committed stamp '{v1}'\n"), failure);
      assertTrue(failure.endsWith("  faulty engine: error 1020 stamp error 2020\n"), failure);
    }
  }

  @Test
  void stampsAndVersionsAreComparedByTheNamesOfTheirCommits() {
    List<ProgramStep> program =
        List.of(
            new WriteStep.Mutate(0, MutationType.SET_VERSIONSTAMPED_VALUE, "k", "\0".repeat(14)),
            new LifeStep.Commit(0),
            new ReadStep.Get(1, "k", false),
            new LifeStep.Ask(1, LifeStep.Question.READ_VERSION));
    try (DatabaseUnderTest memory = EngineUnderTest.memory();
        Player player = new Player(memory)) {
      List<String> outcomes = program.stream().map(player::play).toList();
      assertEquals(List.of("ok", "committed stamp '{v1}'", "'{v1}'", "C1"), outcomes);
    }
    try (DatabaseUnderTest memory = EngineUnderTest.memory();
        DatabaseUnderTest durable = EngineUnderTest.durable(directory)) {
      assertEquals(Optional.empty(), new ProgramComparison(memory, durable).difference(program));
    }
  }

  /** Answers 1020 to whoever sets a key. */
  private static final class FailsEverySet implements FaultInjector {

    @Override
    public CommitFault beforeCommit(CommitRequest request) {
      boolean sets = request.mutations().stream().anyMatch(Mutation.Set.class::isInstance);
      return sets ? CommitFault.NOT_COMMITTED : CommitFault.NONE;
    }
  }
}
