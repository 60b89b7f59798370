package dev.tenure.campaigns.differential;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine under virtual time: a new engine for each program, or the same directory opened again.
 */
final class EngineUnderTest implements DatabaseUnderTest {
  /**
   * After this time versions are so large that no key looks like one. A directory keeps its versions when it is opened again: aged at each opening, they would in the end exceed the number that stands for an unknown version.
   */
  private static final Duration AGE = Duration.ofDays(4_000);

  private static final Duration AGE_REOPENED = Duration.ofSeconds(1);

  private final String name;
  private final Function<EmbeddedEnvironment, EmbeddedDatabase> opener;
  private final FaultInjector faults;
  private final Duration ageOfNext;
  private DeterministicScheduler scheduler = DeterministicScheduler.seeded(1);
  private SimulatedProcess process = scheduler.process("engine");
  private @Nullable EmbeddedDatabase database;
  private Duration age = AGE;

  private EngineUnderTest(
      String name,
      Function<EmbeddedEnvironment, EmbeddedDatabase> opener,
      FaultInjector faults,
      Duration ageOfNext) {
    this.name = name;
    this.opener = opener;
    this.faults = faults;
    this.ageOfNext = ageOfNext;
  }

  static EngineUnderTest memory() {
    return new EngineUnderTest("memory engine", EmbeddedDatabase::memory, FaultInjector.NONE, AGE);
  }

  /**
   * An engine that misbehaves on purpose.
   */
  static EngineUnderTest faulty(FaultInjector faults) {
    return new EngineUnderTest("faulty engine", EmbeddedDatabase::memory, faults, AGE);
  }

  static EngineUnderTest durable(Path directory) {
    return new EngineUnderTest(
        "durable engine",
        environment -> EmbeddedDatabase.open(directory, environment),
        FaultInjector.NONE,
        AGE_REOPENED);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Database next() {
    close();
    scheduler = DeterministicScheduler.seeded(1);
    process = scheduler.process("engine");
    EmbeddedEnvironment environment =
        EmbeddedEnvironment.builder()
            .clock(process.clock())
            .random(process.random())
            .commitExecutor(process.serialExecutor())
            .executor(process.executor())
            .timer(process.timer())
            .faults(faults)
            .build();
    EmbeddedDatabase opened = opener.apply(environment);
    scheduler.runFor(age);
    age = ageOfNext;
    database = opened;
    return opened;
  }

  @Override
  public boolean await(Future<?> future, Duration patience) {
    AtomicBoolean late = new AtomicBoolean();
    var alarm =
        process.timer().schedule(() -> late.set(true), patience.toNanos(), TimeUnit.NANOSECONDS);
    scheduler.runUntil(() -> future.isDone() || late.get(), "a step's result");
    alarm.cancel(false);
    return future.isDone();
  }

  @Override
  public Duration shortPatience() {
    return Duration.ofMillis(1);
  }

  @Override
  public int tries() {
    return 1;
  }

  @Override
  public void close() {
    if (database != null) {
      database.close();
      database = null;
    }
  }
}
