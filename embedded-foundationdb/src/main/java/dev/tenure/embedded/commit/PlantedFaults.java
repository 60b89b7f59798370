package dev.tenure.embedded.commit;

import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/**
 * Carries out the faults of a {@link FaultInjector} around an engine that does not know of them.
 */
final class PlantedFaults {
  private final FaultInjector faults;
  private final ScheduledExecutorService timer;
  private final CompletionQueue completions;

  PlantedFaults(FaultInjector faults, ScheduledExecutorService timer, CompletionQueue completions) {
    this.faults = faults;
    this.timer = timer;
    this.completions = completions;
  }

  CompletableFuture<CommitOutcome> commit(
      CommitRequest request, Function<CommitRequest, CompletableFuture<CommitOutcome>> submit) {
    CommitFault fault = faults.beforeCommit(request);
    CompletableFuture<CommitOutcome> answer =
        delayed(faults.commitDelay(), () -> carryOut(fault, request, submit));
    Duration held = faults.answerDelay();
    if (held.isZero()) {
      return answer;
    }
    return answer
        .handle((outcome, error) -> held)
        .thenCompose(delay -> delayed(delay, () -> answer));
  }

  /**
   * Delays a read version and makes it lag.
   *
   * @param notTooOld replaces a version that lags too far by the oldest one in the window
   */
  CompletableFuture<Long> readVersion(
      Supplier<CompletableFuture<Long>> fresh, LongUnaryOperator notTooOld) {
    long lag = faults.readVersionLag();
    return delayed(faults.readVersionDelay(), fresh)
        .thenApply(version -> lag == 0 ? version : notTooOld.applyAsLong(version - lag));
  }

  private CompletableFuture<CommitOutcome> carryOut(
      CommitFault fault,
      CommitRequest request,
      Function<CommitRequest, CompletableFuture<CommitOutcome>> submit) {
    return switch (fault) {
      case NONE -> submit.apply(request);
      case NOT_COMMITTED -> failed(FdbErrors.NOT_COMMITTED);
      case TRANSACTION_TOO_OLD -> failed(FdbErrors.TRANSACTION_TOO_OLD);
      case UNKNOWN_RESULT_NOT_APPLIED -> failed(FdbErrors.COMMIT_UNKNOWN_RESULT);
      case UNKNOWN_RESULT_APPLIED ->
          submit
              .apply(request)
              .thenApply(
                  outcome -> {
                    throw FdbErrors.exception(FdbErrors.COMMIT_UNKNOWN_RESULT);
                  });
    };
  }

  private CompletableFuture<CommitOutcome> failed(int code) {
    CompletableFuture<CommitOutcome> future = new CompletableFuture<>();
    completions.add(() -> future.completeExceptionally(FdbErrors.exception(code)));
    completions.flush();
    return future;
  }

  private <T> CompletableFuture<T> delayed(
      Duration delay, Supplier<CompletableFuture<T>> operation) {
    if (delay.isZero()) {
      return operation.get();
    }
    CompletableFuture<Void> over = new CompletableFuture<>();
    Runnable end =
        () -> {
          completions.add(() -> over.complete(null));
          completions.flush();
        };
    var unused = timer.schedule(end, delay.toNanos(), TimeUnit.NANOSECONDS);
    return over.thenCompose(done -> operation.get());
  }
}
