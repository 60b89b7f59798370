package dev.tenure.testkit.engine;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * An engine in a simulated process of its own, on a disk that can lose what was not synced. Belongs
 * to the scheduler's thread; nobody needs to close it.
 *
 * <p>After a crash it is back at once, but gives no read version for a while. Its clients find: a
 * commit under way fails with 1021, any other call under way, and any later one of a transaction
 * begun before, with 1007; a watch with 1101. What was acknowledged is there, unless it was
 * durability-risky.
 */
public final class SimulatedEngine {
  private static final String NAME = "engine";
  private static final int DOWN_MILLIS_MAX = 3_000;

  private final DeterministicScheduler scheduler;
  private final EngineFaults faults;
  private final SplittableRandom random;
  private final Set<Call> underWay = new LinkedHashSet<>();
  private final List<EngineListener> listeners = new ArrayList<>();
  private final Database direct;
  private SimulatedProcess process;
  private SimulatedDisk disk;
  private EmbeddedDatabase database;
  private Instant upAgain;
  private int starts;

  /**
   * Something a client waits for.
   *
   * @param breakOff tells the client that it waits in vain
   */
  record Call(Kind kind, Runnable breakOff) {

    /** What a crash does to it. */
    enum Kind {
      COMMIT(FdbErrors.COMMIT_UNKNOWN_RESULT),
      WATCH(FdbErrors.OPERATION_CANCELLED),
      RETRY(0),
      OTHER(FdbErrors.TRANSACTION_TOO_OLD);

      private final int code;

      Kind(int code) {
        this.code = code;
      }

      /** The error the client gets; none for a retry, which goes on. */
      int code() {
        return code;
      }

      static Kind of(String method) {
        return switch (method) {
          case "commit" -> COMMIT;
          case "watch" -> WATCH;
          case "onError" -> RETRY;
          default -> OTHER;
        };
      }
    }
  }

  /** An empty engine; a scheduler has one at most. */
  public SimulatedEngine(DeterministicScheduler scheduler, EngineFaults faults) {
    this.scheduler = scheduler;
    this.faults = faults;
    this.random = scheduler.random("engine crashes");
    this.direct = direct(this);
    this.disk = new SimulatedDisk(CrashableStorage.seeded(random.nextLong()));
    this.process = scheduler.process(NAME);
    this.database = open();
    this.upAgain = scheduler.now();
    faults.setOutage(this::untilUp);
  }

  private static Database direct(SimulatedEngine engine) {
    return (Database)
        Proxy.newProxyInstance(
            SimulatedEngine.class.getClassLoader(),
            new Class<?>[] {Database.class},
            (proxy, method, arguments) -> ProcessDatabase.call(engine.database, method, arguments));
  }

  private EmbeddedDatabase open() {
    starts++;
    return EmbeddedDatabase.on(
        disk,
        EmbeddedEnvironment.builder()
            .clock(process.clock())
            .random(process.random())
            .commitExecutor(process.serialExecutor())
            .executor(process.executor())
            .timer(process.timer())
            .faults(faults)
            .build());
  }

  /** The database as a client process has it, over all crashes of the engine. */
  public Database connect(SimulatedProcess client) {
    return connect(client, new Withholding());
  }

  /** As {@link #connect(SimulatedProcess)}, through a connection that may withhold answers. */
  public Database connect(SimulatedProcess client, Withholding link) {
    return ProcessDatabase.of(this, client, link);
  }

  /** The database past all connections: reads are answered at once, crashes come between calls. */
  public Database direct() {
    return direct;
  }

  public DeterministicScheduler scheduler() {
    return scheduler;
  }

  public EngineFaults faults() {
    return faults;
  }

  public void addListener(EngineListener listener) {
    listeners.add(listener);
  }

  /**
   * The keys of the rows that may have changed since this was asked last; empty when that may be
   * any, as it is after a crash.
   */
  public Optional<List<byte[]>> takeWritten() {
    return disk.takeWritten();
  }

  /** Whether a task of that process may have been the engine's. */
  public boolean runsIn(SimulatedProcess other) {
    return other.name().equals(NAME);
  }

  /** Crashes now, between two commits. */
  public void crash() {
    faults.tell(EngineFault.ENGINE_CRASHED);
    crashAndRestart();
  }

  /** Crashes in the middle of writing the next group of commits, which may survive that. */
  public void crashWriting() {
    disk.failNextWrite(
        () -> {
          faults.tell(EngineFault.ENGINE_CRASHED_WRITING);
          crashAndRestart();
        });
  }

  /** Takes back a {@link #crashWriting} that has not come yet. */
  public void spare() {
    disk.spare();
  }

  /** Ends all watches with an error, as a client that loses its connection does. */
  public void breakWatches() {
    List<Call> watches = underWay.stream().filter(call -> call.kind() == Call.Kind.WATCH).toList();
    watches.forEach(
        call -> {
          underWay.remove(call);
          breakOff(call);
        });
  }

  private void crashAndRestart() {
    tell(listener -> listener.crashing(database));
    process.crash();
    disk = disk.crash();
    process = scheduler.process(NAME);
    database = open();
    tell(listener -> listener.restarted(database));
    upAgain = scheduler.now().plusMillis(random.nextInt(DOWN_MILLIS_MAX));
    List<Call> broken = List.copyOf(underWay);
    underWay.clear();
    broken.forEach(this::breakOff);
  }

  private void tell(Consumer<EngineListener> event) {
    faults.without(
        () -> {
          listeners.forEach(event);
          return true;
        });
  }

  private void breakOff(Call call) {
    switch (call.kind()) {
      case COMMIT -> faults.tell(EngineFault.COMMIT_UNANSWERED);
      case WATCH -> faults.tell(EngineFault.WATCH_BROKEN);
      case RETRY, OTHER -> {}
    }
    call.breakOff().run();
  }

  private Duration untilUp() {
    Duration left = Duration.between(scheduler.now(), upAgain);
    return left.isNegative() ? Duration.ZERO : left;
  }

  EmbeddedDatabase current() {
    return database;
  }

  /** Grows with each crash: what was begun before is not known any more. */
  int generation() {
    return starts;
  }

  void begin(Call call) {
    underWay.add(call);
  }

  void end(Call call) {
    underWay.remove(call);
  }
}
