package dev.tenure.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs an operation from several clients for a while and counts how often it was done. */
final class Load {

  private Load() {}

  /** What one client does again and again. */
  interface Operation {
    /**
     * @param client 0 to clients − 1
     * @param turn 0, 1, 2 … of this client
     */
    void run(int client, long turn) throws Exception;
  }

  /** Operations a second, all clients together, after a warm-up of a quarter of the time. */
  static double perSecond(int clients, Duration time, Operation operation) {
    run(clients, time.dividedBy(4), operation, 1L << 40);
    long begin = System.nanoTime();
    long done = run(clients, time, operation, 0);
    return done / ((System.nanoTime() - begin) / 1e9);
  }

  private static long run(int clients, Duration time, Operation operation, long firstTurn) {
    long deadline = System.nanoTime() + time.toNanos();
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        int client = i;
        Callable<Long> loop =
            () -> {
              long turn = 0;
              while (System.nanoTime() < deadline) {
                operation.run(client, firstTurn + turn);
                turn++;
              }
              return turn;
            };
        results.add(threads.submit(loop));
      }
      long done = 0;
      for (Future<Long> result : results) {
        done += result.get();
      }
      return done;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a client failed: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
