package dev.tenure.bench.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that each repeat an operation. The caller that created them closes them. */
public final class Clients implements AutoCloseable {
  private final int count;
  private final ExecutorService threads;
  private final long[] turns;

  public Clients(int count) {
    this.count = count;
    this.threads = Executors.newFixedThreadPool(count);
    this.turns = new long[count];
  }

  /** An action that each client does once. */
  public interface Task {
    /**
     * @param client 0 to clients − 1
     */
    void run(int client) throws Exception;
  }

  /** Runs the task once in each client; returns when all are done. */
  public void once(Task task) {
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int client = i;
      results.add(
          threads.submit(
              () -> {
                task.run(client);
                return 1L;
              }));
    }
    for (Future<Long> result : results) {
      long unused = await(result);
    }
  }

  /** An action that each client repeats. */
  public interface Operation {
    /**
     * @param client 0 to clients − 1
     * @param turn 0, 1, 2 … of this client, over all calls of {@link #perSecond}
     */
    void run(int client, long turn) throws Exception;
  }

  /** The operations per second of all clients together. */
  public double perSecond(Duration time, Operation operation) {
    long begin = System.nanoTime();
    long deadline = begin + time.toNanos();
    List<Future<Long>> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int client = i;
      Callable<Long> loop = () -> loop(client, deadline, operation);
      results.add(threads.submit(loop));
    }
    long done = 0;
    for (Future<Long> result : results) {
      done += await(result);
    }
    return done / ((System.nanoTime() - begin) / 1e9);
  }

  private long loop(int client, long deadline, Operation operation) throws Exception {
    long first = turns[client];
    long turn = first;
    while (System.nanoTime() < deadline) {
      operation.run(client, turn);
      turn++;
    }
    turns[client] = turn;
    return turn - first;
  }

  private static long await(Future<Long> result) {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed: " + e.getCause(), e.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
