package dev.tenure.testkit.scheduling;

import dev.tenure.record.context.Joiner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the tasks of many simulated processes on the caller's thread, in an order that one seed
 * decides, under a clock that jumps to the next timer when no task is ready. Nothing runs except
 * inside {@link #join} and the {@code run…} methods. Used by one thread; a task handed over from
 * another is refused.
 *
 * <p>An exception that escapes a task of an executor ends the run: it is thrown by the method that
 * was running the tasks. One that ends a submitted or timed task lies in its future, as always, and
 * is also listed by {@link #failures}.
 */
public final class DeterministicScheduler implements Joiner {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final SchedulerOptions options;
  private final Thread owner = Thread.currentThread();
  private final Agenda agenda;
  private final Trace trace;
  private final SplittableRandom costs;
  private final Map<String, SimulatedProcess> processes = new LinkedHashMap<>();
  private final Map<String, Integer> incarnations = new HashMap<>();
  private final SimulatedProcess itself;
  private final List<Consumer<SimulatedProcess>> afterEachTask = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private long tasksSubmitted;
  private long tasksRun;
  private @Nullable Task running;

  private DeterministicScheduler(SchedulerOptions options) {
    this.options = options;
    this.agenda = new Agenda(new ReadyTasks(options.order(), random("order")));
    this.costs = random("task cost");
    this.trace = new Trace(options.traceLines());
    this.itself = new SimulatedProcess(this, "scheduler", random("scheduler"));
  }

  public static DeterministicScheduler of(SchedulerOptions options) {
    return new DeterministicScheduler(options);
  }

  /** Random order and the other defaults of {@link SchedulerOptions#seeded}. */
  public static DeterministicScheduler seeded(long seed) {
    return of(SchedulerOptions.seeded(seed));
  }

  /**
   * A new process. A name may be used again once the process that had it has crashed: that is a
   * restart.
   */
  public SimulatedProcess process(String name) {
    SimulatedProcess before = processes.get(name);
    if (before != null && before.isAlive()) {
      throw new IllegalStateException("a process named " + name + " is running already");
    }
    int incarnation = incarnations.merge(name, 1, Integer::sum);
    SplittableRandom random = random("process " + name + " " + incarnation);
    SimulatedProcess process = new SimulatedProcess(this, name, random);
    processes.put(name, process);
    return process;
  }

  public SchedulerOptions options() {
    return options;
  }

  /** The true virtual time, without any process's skew. */
  public Instant now() {
    return options.start().plusNanos(agenda.now());
  }

  public Duration elapsed() {
    return Duration.ofNanos(agenda.now());
  }

  public InstantSource clock() {
    return this::now;
  }

  /**
   * Random numbers for one purpose, always the same ones for the same seed and purpose, whatever
   * else draws.
   */
  public SplittableRandom random(String purpose) {
    return new SplittableRandom(options.seed() * 31 + purpose.hashCode());
  }

  public Trace trace() {
    return trace;
  }

  /** Adds a line of the caller's own to the trace, with the time in front. */
  public void note(String event) {
    trace.add(timestamp() + " " + event);
  }

  public long tasksRun() {
    return tasksRun;
  }

  /** What ended submitted or timed tasks with an exception, oldest first. */
  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /** Calls {@code check} after every task with the task's process; what it throws ends the run. */
  public void afterEachTask(Consumer<SimulatedProcess> check) {
    afterEachTask.add(check);
  }

  /**
   * Runs tasks until the future is done, then gives its value or throws as {@link
   * CompletableFuture#join} does. Inside a task it throws {@link StuckException} when the future is
   * not done, except on a {@link SimulatedProcess#blockingExecutor}.
   */
  @Override
  public <T> T join(CompletableFuture<T> future) {
    runUntil(future);
    return future.join();
  }

  /** Runs tasks until the future is done, well or not. */
  public void runUntil(CompletableFuture<?> future) {
    runUntil(future::isDone, "a future");
  }

  /**
   * Runs tasks until {@code condition} holds; it is asked before the first task and after each.
   *
   * @param name what is waited for, said when it cannot come
   */
  public void runUntil(BooleanSupplier condition, String name) {
    if (condition.getAsBoolean()) {
      return;
    }
    requireMayWait(name);
    long deadline = agenda.now() + options.timeMax().toNanos();
    do {
      if (!runOne(deadline)) {
        throw stuck(name);
      }
    } while (!condition.getAsBoolean());
  }

  /** Runs everything due up to and including {@code end} and leaves the clock there. */
  public void runUntil(Instant end) {
    requireMayWait("the time " + end);
    long deadline = Duration.between(options.start(), end).toNanos();
    while (runOne(deadline)) {
      // runOne does the work
    }
    agenda.advanceTo(deadline);
  }

  public void runFor(Duration duration) {
    runUntil(now().plus(duration));
  }

  /** Runs until no task is ready; timers in the future stay. */
  public void runReady() {
    requireMayWait("the ready tasks");
    while (runOne(agenda.now())) {
      // runOne does the work
    }
  }

  /**
   * Runs the next task there is.
   *
   * @return false when nothing is to be done by {@code deadline}
   */
  private boolean runOne(long deadline) {
    Task task = agenda.next(deadline);
    if (task == null) {
      return false;
    }
    run(task);
    return true;
  }

  private void run(Task task) {
    if (++tasksRun > options.tasksMax()) {
      throw new RunawayException(
          "more than " + options.tasksMax() + " tasks were run: " + state() + lastLines());
    }
    trace.add(
        timestamp() + " " + task.process().name() + " #" + task.number() + " " + task.label());
    Task outer = running;
    running = task;
    try {
      task.work().run();
    } catch (RuntimeException | Error e) {
      note(task.process().name() + " #" + task.number() + " threw " + e);
      throw e;
    } finally {
      running = outer;
    }
    long costMax = options.taskCostMax().toNanos();
    if (costMax > 0) {
      agenda.advanceTo(agenda.now() + costs.nextLong(costMax + 1));
    }
    afterEachTask.forEach(check -> check.accept(task.process()));
  }

  private void requireMayWait(String name) {
    requireOwner();
    if (running != null && !running.mayBlock()) {
      throw new StuckException(
          "%s would be waited for inside task #%d %s of %s, whose thread belongs to the library"
              .formatted(name, running.number(), running.label(), running.process().name()));
    }
  }

  private void requireOwner() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "thread %s used the scheduler of thread %s"
              .formatted(Thread.currentThread().getName(), owner.getName()));
    }
  }

  private StuckException stuck(String name) {
    String why =
        agenda.isEmpty()
            ? "nothing is scheduled that could bring "
            : options.timeMax() + " of virtual time did not bring ";
    return new StuckException(why + name + ": " + state() + lastLines());
  }

  private String state() {
    StringBuilder text = new StringBuilder();
    text.append(agenda).append(" at ").append(now());
    processes.values().forEach(process -> text.append(", ").append(process));
    return text.toString();
  }

  private String lastLines() {
    List<String> tail = trace.tail();
    int from = Math.max(0, tail.size() - 20);
    return "\n  " + String.join("\n  ", tail.subList(from, tail.size()));
  }

  /** Seconds with nine digits behind the point. */
  private String timestamp() {
    String nanos = Long.toString(agenda.now() % NANOS_PER_SECOND);
    return agenda.now() / NANOS_PER_SECOND + "." + "0".repeat(9 - nanos.length()) + nanos;
  }

  Task newTask(SimulatedProcess process, Object named, boolean mayBlock, Runnable work) {
    requireOwner();
    return new Task(process, tasksSubmitted++, Task.labelOf(named), mayBlock, work);
  }

  Agenda agenda() {
    return agenda;
  }

  /** The process of the scheduler's own tasks; it never crashes nor pauses. */
  SimulatedProcess itself() {
    return itself;
  }

  void noteFailure(Throwable failure) {
    failures.add(failure);
  }
}
