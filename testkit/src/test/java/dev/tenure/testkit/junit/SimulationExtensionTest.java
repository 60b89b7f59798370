package dev.tenure.testkit.junit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulationExtensionTest {
  private static final byte[] KEY = {'k'};
  private static final Set<Long> SEEDS_SEEN = new HashSet<>();

  @SimulatedTest(seeds = 3, from = 40)
  void eachRunHasTimeAndAnEngineOfItsOwn(DeterministicScheduler scheduler, SimulatedEngine engine) {
    assertSame(scheduler, engine.scheduler());
    assertTrue(SEEDS_SEEN.add(scheduler.options().seed()));
    Database database = engine.connect(scheduler.process("client"));
    try (Transaction transaction = database.createTransaction()) {
      assertEquals(0, scheduler.join(transaction.getRange(new byte[0], KEY).asList()).size());
      transaction.set(KEY, KEY);
      scheduler.join(transaction.commit());
    }
  }

  @Test
  void seedsFollowTheFirst() {
    assertArrayEquals(new long[] {7, 8, 9}, SimulationExtension.seeds(3, 7, null).toArray());
  }

  @Test
  void aGivenSeedIsRunAlone() {
    assertArrayEquals(new long[] {4711}, SimulationExtension.seeds(3, 7, 4711L).toArray());
  }

  @Test
  void noSeedsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> SimulationExtension.seeds(0, 1, null));
  }

  @Test
  void aFailureNamesItsSeed() {
    ArithmeticException failure = new ArithmeticException("by zero");
    AssertionError described = new SeededRun(4711).described(failure);
    assertTrue(described.toString().contains("-Dtenure.seed=4711"), described.toString());
    assertSame(failure, described.getCause());
  }
}
