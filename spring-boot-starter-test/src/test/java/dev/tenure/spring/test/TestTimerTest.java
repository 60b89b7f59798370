package dev.tenure.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // what tasks do is noted
final class TestTimerTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final List<String> ran = new ArrayList<>();
  private final TestTimer timer = new TestTimer(START, new Direct());

  /** Runs tasks on the thread that gives them. */
  private static final class Direct extends AbstractExecutorService {
    private boolean over;

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void shutdown() {
      over = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
      over = true;
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return over;
    }

    @Override
    public boolean isTerminated() {
      return over;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return over;
    }
  }

  private void note(String what) {
    ran.add(what + " at " + Duration.between(START, timer.now()).toSeconds());
  }

  private void pass(int seconds) {
    timer.passTo(timer.now().plusSeconds(seconds), () -> {});
  }

  @Test
  void runsTasksInTheOrderInWhichTheyAreDue() {
    timer.schedule(() -> note("late"), 5, TimeUnit.SECONDS);
    timer.schedule(() -> note("early"), 2, TimeUnit.SECONDS);
    timer.schedule(() -> note("second"), 2, TimeUnit.SECONDS);
    assertThat(timer.next()).contains(START.plusSeconds(2));
    pass(4);
    assertThat(ran).containsExactly("early at 2", "second at 2");
    assertThat(timer.now()).isEqualTo(START.plusSeconds(4));
    pass(1);
    assertThat(ran).endsWith("late at 5");
    assertThat(timer.next()).isEmpty();
  }

  @Test
  void runsAtOnceWhatHasNoDelay() {
    timer.schedule(() -> note("now"), 0, TimeUnit.SECONDS);
    assertThat(ran).containsExactly("now at 0");
  }

  @Test
  void repeatsAtARateAndWithADelay() {
    timer.scheduleAtFixedRate(() -> note("rate"), 1, 2, TimeUnit.SECONDS);
    timer.scheduleWithFixedDelay(() -> note("delay"), 2, 2, TimeUnit.SECONDS);
    pass(5);
    assertThat(ran)
        .containsExactly("rate at 1", "delay at 2", "rate at 3", "delay at 4", "rate at 5");
  }

  @Test
  void doesNotRunWhatWasCancelled() {
    ScheduledFuture<?> task = timer.schedule(() -> note("never"), 1, TimeUnit.SECONDS);
    assertThat(task.getDelay(TimeUnit.MILLISECONDS)).isEqualTo(1_000);
    assertThat(task.cancel(false)).isTrue();
    pass(2);
    assertThat(ran).isEmpty();
  }

  @Test
  void runsWhatATaskSchedulesWithinTheTimeThatPasses() {
    timer.schedule(
        () -> timer.schedule(() -> note("second"), 1, TimeUnit.SECONDS), 1, TimeUnit.SECONDS);
    pass(3);
    assertThat(ran).containsExactly("second at 2");
  }

  @Test
  void takesNothingAfterItsEnd() {
    timer.shutdown();
    assertThatThrownBy(() -> timer.schedule(() -> note("never"), 1, TimeUnit.SECONDS))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
