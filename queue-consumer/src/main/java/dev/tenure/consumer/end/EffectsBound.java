package dev.tenure.consumer.end;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Bounds the time of effects, so that effects which never finish do not block those of others. */
record EffectsBound(Environment environment) {

  CompletableFuture<Void> run(Supplier<@Nullable CompletionStage<Void>> effects) {
    Duration bound = environment.options().tuning().effectsBound();
    CompletableFuture<Void> result = new CompletableFuture<>();
    Scheduler.Scheduled deadline =
        environment
            .time()
            .after(
                bound,
                () ->
                    result.completeExceptionally(
                        new TimeoutException("the effects took longer than " + bound)));
    environment.whenDoneInline(
        applied(effects),
        (done, error) -> {
          deadline.cancel();
          if (error == null) {
            result.complete(null);
          } else {
            result.completeExceptionally(error);
          }
        });
    return result;
  }

  private static CompletionStage<Void> applied(Supplier<@Nullable CompletionStage<Void>> effects) {
    try {
      CompletionStage<Void> stage = effects.get();
      return stage != null
          ? stage
          : CompletableFuture.failedFuture(
              new NullPointerException("the effects returned no stage"));
    } catch (Throwable e) { // code of the application may throw anything
      return CompletableFuture.failedFuture(e);
    }
  }
}
