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
 * Runs the tasks of many simulated processes on the caller's thread. One seed decides their order;
 * the clock jumps to the next timer when no task is ready. A task runs only inside {@link #join}
 * and the {@code run…} methods. The scheduler belongs to the thread that made it: a call from
 * another thread is refused.
 *
 * <p>An exception that escapes a task of an executor ends the run: the method that was running the
 * tasks throws it. An exception of a submitted or timed task completes the future of that task, and
 * {@link #failures} lists it.
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

  /** A scheduler with {@link SchedulerOptions#seeded}: random order and the other defaults. */
  public static DeterministicScheduler seeded(long seed) {
    return of(SchedulerOptions.seeded(seed));
  }

  /**
   * Starts a process. When a process has crashed, a new one of the same name is its restart.
   *
   * @throws IllegalStateException while a process of that name runs
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

  /** The virtual time, without the skew of any process. */
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
   * Random numbers for one purpose. They follow from the seed and the purpose alone, whatever
   * numbers other purposes draw.
   */
  public SplittableRandom random(String purpose) {
    return new SplittableRandom(options.seed() * 31 + purpose.hashCode());
  }

  public Trace trace() {
    return trace;
  }

  /** Adds a line to the trace, after the virtual time. */
  public void note(String event) {
    trace.add(timestamp() + " " + event);
  }

  public long tasksRun() {
    return tasksRun;
  }

  /** The exceptions of submitted and timed tasks, the oldest first. */
  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /**
   * Calls {@code check} after every task, with the process of the task. An exception of the check
   * ends the run.
   */
  public void afterEachTask(Consumer<SimulatedProcess> check) {
    afterEachTask.add(check);
  }

  /**
   * Runs tasks until the future is done.
   *
   * @return the value of the future
   * @throws StuckException inside a task, when the future is not done; tasks of a {@link
   *     SimulatedProcess#blockingExecutor} may wait
   * @throws java.util.concurrent.CompletionException as {@link CompletableFuture#join} does
   */
  @Override
  public <T> T join(CompletableFuture<T> future) {
    runUntil(future);
    return future.join();
  }

  /** Runs tasks until the future is done, also when it ends with an exception. */
  public void runUntil(CompletableFuture<?> future) {
    runUntil(future::isDone, "a future");
  }

  /**
   * Runs tasks until {@code condition} holds. The condition is evaluated before the first task and
   * after each task.
   *
   * @param name the name of the condition, for the message of a {@link StuckException}
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

  /** Runs all tasks and timers due by {@code end}, and leaves the clock there. */
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

  /** Runs tasks until none is ready. Timers in the future stay. */
  public void runReady() {
    requireMayWait("the ready tasks");
    while (runOne(agenda.now())) {
      // runOne does the work
    }
  }

  /**
   * Runs the next task.
   *
   * @return false when no task is to be run by {@code deadline}
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

  /** Seconds, with nine digits behind the point. */
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

  /** The process of the scheduler's own tasks. It never crashes or pauses. */
  SimulatedProcess itself() {
    return itself;
  }

  void noteFailure(Throwable failure) {
    failures.add(failure);
  }
}
