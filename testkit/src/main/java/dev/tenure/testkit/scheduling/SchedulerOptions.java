package dev.tenure.testkit.scheduling;

import java.time.Duration;
import java.time.Instant;

/**
 * The options of a {@link DeterministicScheduler}.
 *
 * @param seed decides every random choice
 * @param start the first time that the clock shows
 * @param order the order in which ready tasks run
 * @param taskCostMax the longest virtual time of a task; each task takes a random time up to it.
 *     With zero, tasks take no time. Above zero, timers and tasks interleave in more ways
 * @param tasksMax the most tasks of a run; the next task throws {@link RunawayException}
 * @param timeMax the most virtual time of one wait; beyond it the wait throws {@link
 *     StuckException}
 * @param traceLines the number of last lines that the trace keeps as text
 */
public record SchedulerOptions(
    long seed,
    Instant start,
    Order order,
    Duration taskCostMax,
    long tasksMax,
    Duration timeMax,
    int traceLines) {

  /** The order in which ready tasks run. */
  public enum Order {
    /** Any of them, by the seed, as in a pool of threads. */
    RANDOM,
    /**
     * A task of the process that has priority. Another process gets it at random moments. This
     * order finds faults that need one process to be much slower than another.
     */
    PRIORITY,
    /** The task that became ready first. */
    FIFO
  }

  public SchedulerOptions {
    require(
        !taskCostMax.isNegative(), "taskCostMax is " + taskCostMax + ", it may not be negative");
    require(tasksMax > 0, "tasksMax is " + tasksMax + ", at least 1 is needed");
    require(timeMax.compareTo(Duration.ZERO) > 0, "timeMax is " + timeMax + ", it must be above 0");
    require(traceLines >= 0, "traceLines is " + traceLines + ", it may not be negative");
  }

  /**
   * Random order, tasks that take no time, at most ten million tasks, waits of at most an hour, 200
   * lines of trace.
   */
  public static SchedulerOptions seeded(long seed) {
    return new SchedulerOptions(
        seed,
        Instant.parse("2026-01-01T00:00:00Z"),
        Order.RANDOM,
        Duration.ZERO,
        10_000_000,
        Duration.ofHours(1),
        200);
  }

  public SchedulerOptions withStart(Instant newStart) {
    return new SchedulerOptions(seed, newStart, order, taskCostMax, tasksMax, timeMax, traceLines);
  }

  public SchedulerOptions withOrder(Order newOrder) {
    return new SchedulerOptions(seed, start, newOrder, taskCostMax, tasksMax, timeMax, traceLines);
  }

  public SchedulerOptions withTaskCostMax(Duration newTaskCostMax) {
    return new SchedulerOptions(seed, start, order, newTaskCostMax, tasksMax, timeMax, traceLines);
  }

  public SchedulerOptions withTasksMax(long newTasksMax) {
    return new SchedulerOptions(seed, start, order, taskCostMax, newTasksMax, timeMax, traceLines);
  }

  public SchedulerOptions withTimeMax(Duration newTimeMax) {
    return new SchedulerOptions(seed, start, order, taskCostMax, tasksMax, newTimeMax, traceLines);
  }

  public SchedulerOptions withTraceLines(int newTraceLines) {
    return new SchedulerOptions(seed, start, order, taskCostMax, tasksMax, timeMax, newTraceLines);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
