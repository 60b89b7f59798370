package dev.tenure.bench.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/**
 * The processor time that two operations take of the calling thread, measured in batches that take
 * turns. Other processes do not count, and neither do the just-in-time compilers. The figure of
 * each operation is its least batch: batches before the code is compiled, and those that share
 * their core's caches with others, take longer.
 */
public final class ProcessorTime {
  private static final int BATCHES = 60;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /** Nanoseconds of one operation of each side. */
  public record Least(double subject, double peer) {
    public double ratio() {
      return subject / peer;
    }
  }

  /**
   * Measures two operations.
   *
   * @param time of all batches of one side, in processor time
   */
  public static Least of(Duration time, Clients.Operation subject, Clients.Operation peer) {
    Side first = new Side(subject);
    Side second = new Side(peer);
    for (int i = 0; i < BATCHES; i++) {
      first.batch(time.dividedBy(BATCHES).toNanos());
      second.batch(time.dividedBy(BATCHES).toNanos());
    }
    return new Least(first.least, second.least);
  }

  /** One of the two operations. */
  private static final class Side {
    private final Clients.Operation operation;
    private long turn;
    private double least = Double.POSITIVE_INFINITY;

    Side(Clients.Operation operation) {
      this.operation = operation;
    }

    void batch(long nanos) {
      long begin = THREADS.getCurrentThreadCpuTime();
      long first = turn;
      long taken = 0;
      while (taken < nanos || turn == first) {
        run();
        taken = THREADS.getCurrentThreadCpuTime() - begin;
      }
      least = Math.min(least, taken / (double) (turn - first));
    }

    private void run() {
      try {
        operation.run(0, turn++);
      } catch (Exception e) {
        throw new IllegalStateException("a measured operation failed: " + e, e);
      }
    }
  }
}
