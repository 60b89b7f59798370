package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.record.async.ExponentialBackoff;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A transaction that only reads, and is not committed. It is repeated when the database answers
 * with an error that FoundationDB calls retryable, so that no caller meets such an error as it is.
 *
 * @param cluster the name for errors
 */
record ClusterRead<T>(
    RecordDatabase database, String cluster, Function<RecordContext, CompletableFuture<T>> body) {
  private static final int ATTEMPTS = 5;
  private static final ExponentialBackoff BACKOFF =
      new ExponentialBackoff(Duration.ofMillis(10), Duration.ofMillis(200));

  CompletableFuture<T> run() {
    return attempt(1);
  }

  private CompletableFuture<T> attempt(int number) {
    RecordContext context = database.openContext();
    return context
        .bounded(body.apply(context))
        .whenComplete((result, error) -> context.close())
        .exceptionallyCompose(error -> failed(number, error));
  }

  private CompletableFuture<T> failed(int number, Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    if (plain instanceof QueueException || !FdbErrorPredicates.retryable(plain)) {
      return CompletableFuture.failedFuture(plain);
    }
    return number < ATTEMPTS
        ? database
            .delay(BACKOFF.withEqualJitter(number, database.random()))
            .thenCompose(waited -> attempt(number + 1))
        : CompletableFuture.failedFuture(refused(plain));
  }

  private QueueException refused(Throwable last) {
    return new QueueException(
        QueueException.Code.CLUSTER_UNAVAILABLE,
        "cluster "
            + cluster
            + " refused a read "
            + ATTEMPTS
            + " times: "
            + last.getMessage()
            + " ("
            + FdbErrorPredicates.codeOf(last).orElseThrow()
            + ")",
        last);
  }
}
