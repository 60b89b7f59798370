package dev.tenure.testkit.engine;

import com.apple.foundationdb.OptionConsumer;
import com.apple.foundationdb.TransactionOptions;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The answers that one transaction of a process waits for while the connection withholds them. The timeout and the cancellation of the transaction end the wait in the process itself, whether or not the engine answers.
 */
final class AwaitedAnswers {
  private static final int TIMEOUT_OPTION = 500;

  private final DeterministicScheduler scheduler;
  private final SimulatedProcess process;
  private final Instant opened;
  private final List<CompletableFuture<?>> waiting = new ArrayList<>();
  private long timeoutMillis;
  private boolean timed;

  AwaitedAnswers(DeterministicScheduler scheduler, SimulatedProcess process) {
    this.scheduler = scheduler;
    this.process = process;
    this.opened = scheduler.now();
  }

  /**
   * Adds an answer that is withheld for now.
   */
  void add(CompletableFuture<?> answer) {
    waiting.add(answer);
    var unused = answer.whenComplete((value, error) -> waiting.removeIf(each -> each == answer));
    if (timeoutMillis > 0 && !timed) {
      timed = true;
      timeOutAt(opened.plusMillis(timeoutMillis));
    }
  }

  /**
   * Ends all waits with an error of the client itself.
   */
  void fail(int code) {
    List.copyOf(waiting).forEach(each -> each.completeExceptionally(FdbErrors.exception(code)));
  }

  /**
   * The options as the engine has them. A timeout that is set there is set in the process too.
   */
  TransactionOptions watching(TransactionOptions options) {
    OptionConsumer engineSide = options.getOptionConsumer();
    return new TransactionOptions(
        (code, value) -> {
          engineSide.setOption(code, value);
          if (code == TIMEOUT_OPTION) {
            timeoutMillis = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
          }
        });
  }

  private void timeOutAt(Instant deadline) {
    long left = Duration.between(scheduler.now(), deadline).toNanos();
    var unused =
        process
            .timer()
            .schedule(
                () -> fail(FdbErrors.TRANSACTION_TIMED_OUT),
                Math.max(0, left),
                TimeUnit.NANOSECONDS);
  }
}
