package dev.tenure.consumer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** An executor of a process that may stop for a while, as for a long collection of garbage. */
final class Stalling implements Executor {
  private final VirtualTime time;
  private final List<Runnable> heldBack = new ArrayList<>();
  private int stalls;

  Stalling(VirtualTime time) {
    this.time = time;
  }

  @Override
  public void execute(Runnable task) {
    time.execute(() -> run(task));
  }

  private void run(Runnable task) {
    if (stalls > 0) {
      heldBack.add(task);
    } else {
      task.run();
    }
  }

  void stallFor(Duration duration) {
    stalls++;
    var unused = time.schedule(this::resume, duration.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void resume() {
    stalls--;
    if (stalls == 0) {
      heldBack.forEach(this::execute);
      heldBack.clear();
    }
  }
}
