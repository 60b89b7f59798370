package dev.tenure.queue.cluster;

import dev.tenure.late.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

/** Runs what it is given in an order drawn by a seed, one task at a time, when the test says so. */
final class SeededExecutor {
  private static final int DRAWS_A_STEP = 200;

  private final Random random;
  private final List<Runnable> tasks = new ArrayList<>();

  SeededExecutor(long seed) {
    random = new Random(seed);
  }

  /** One process: its tasks are among those drawn until it has had so many, and dropped then. */
  Executor process(int tasksMax) {
    int[] left = {tasksMax};
    return task ->
        tasks.add(
            () -> {
              if (left[0] > 0) {
                left[0]--;
                task.run();
              }
            });
  }

  int draw(int bound) {
    return random.nextInt(bound);
  }

  /** Begins something after it was drawn up to so many times. */
  void later(int drawsMax, Runnable work) {
    putOff(random.nextInt(drawsMax), work);
  }

  private void putOff(int draws, Runnable work) {
    tasks.add(draws == 0 ? work : () -> putOff(draws - 1, work));
  }

  void runAll() {
    while (!tasks.isEmpty()) {
      tasks.remove(random.nextInt(tasks.size())).run();
    }
  }

  /** As {@link #runAll}, with the time going on now and then, and to the end of all. */
  void runAll(VirtualTime timer) {
    int drawn = 0;
    while (!tasks.isEmpty() || timer.step()) {
      if (!tasks.isEmpty()) {
        tasks.remove(random.nextInt(tasks.size())).run();
        drawn++;
      }
      if (drawn % DRAWS_A_STEP == 0) {
        timer.step();
      }
    }
  }
}
