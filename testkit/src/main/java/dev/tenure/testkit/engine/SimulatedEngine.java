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
 * An engine in a simulated process, on a disk that can lose all that was not synced. Belongs to the
 * thread of the scheduler; no caller closes it.
 *
 * <p>After a crash the engine is back at once, but gives no read version for a while. Its clients
 * get:
 *
 * <ul>
 *   <li>1021 for a commit under way
 *   <li>1101 for a watch
 *   <li>1007 for every other call under way, and for every later call of a transaction begun before
 *       the crash
 * </ul>
 *
 * <p>Commits that were acknowledged are there after the crash, except durability-risky ones.
 */
public final class SimulatedEngine {
  private static final String ONLY = "engine";
  private static final int DOWN_MILLIS_MAX = 3_000;

  private final String name;
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
   * A call that a client waits for.
   *
   * @param breakOff ends the call at the client without an answer
   */
  record Call(Kind kind, Runnable breakOff) {

    /** The ways in which a crash ends a call. */
    enum Kind {
      COMMIT(FdbErrors.COMMIT_UNKNOWN_RESULT),
      WATCH(FdbErrors.OPERATION_CANCELLED),
      RETRY(0),
      OTHER(FdbErrors.TRANSACTION_TOO_OLD);

      private final int code;

      Kind(int code) {
        this.code = code;
      }

      /** The error that the client gets; 0 for a retry, which goes on. */
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

  /** Starts an empty engine, the only one of the scheduler. */
  public SimulatedEngine(DeterministicScheduler scheduler, EngineFaults faults) {
    this(scheduler, faults, ONLY);
  }

  /**
   * Starts an empty engine among others. Its versions begin with its start, so that those of two
   * engines do not compare. Crashes of engines that share their faults are told as those of the
   * last one.
   *
   * @param name of the engine's process
   */
  public SimulatedEngine(DeterministicScheduler scheduler, EngineFaults faults, String name) {
    this.name = name;
    this.scheduler = scheduler;
    this.faults = faults;
    this.random = scheduler.random(name + " crashes");
    this.direct = direct(this);
    this.disk = new SimulatedDisk(CrashableStorage.seeded(random.nextLong()));
    this.process = scheduler.process(name);
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

  /** The database as the client process sees it. It outlives crashes of the engine. */
  public Database connect(SimulatedProcess client) {
    return connect(client, new Withholding());
  }

  /**
   * As {@link #connect(SimulatedProcess)}.
   *
   * @param link may withhold the answers to this connection
   */
  public Database connect(SimulatedProcess client, Withholding link) {
    return ProcessDatabase.of(this, client, link);
  }

  /**
   * The database without a connection: reads are answered at once, and crashes come between calls.
   */
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
   * The keys of the rows that may have changed since the last call.
   *
   * @return empty when any row may have changed, as after a crash
   */
  public Optional<List<byte[]>> takeWritten() {
    return disk.takeWritten();
  }

  /** Whether a task of that process may have been a task of the engine. */
  public boolean runsIn(SimulatedProcess other) {
    return other.name().equals(name);
  }

  /** Crashes now, between two commits. */
  public void crash() {
    faults.tell(EngineFault.ENGINE_CRASHED);
    crashAndRestart();
  }

  /**
   * Crashes in the middle of the next write of a group of commits. The group may be there after the
   * crash.
   */
  public void crashWriting() {
    disk.failNextWrite(
        () -> {
          faults.tell(EngineFault.ENGINE_CRASHED_WRITING);
          crashAndRestart();
        });
  }

  /** Takes back a {@link #crashWriting} that has not happened yet. */
  public void spare() {
    disk.spare();
  }

  /** Ends all watches with an error, as a client does that loses its connection. */
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
    process = scheduler.process(name);
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

  /** Grows with each crash. The engine does not know transactions of earlier generations. */
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
