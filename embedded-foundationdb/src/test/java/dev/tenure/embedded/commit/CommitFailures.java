package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.FDBException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What futures have failed with. */
final class CommitFailures {
  private CommitFailures() {}

  static FDBException errorOf(CompletableFuture<?> future) {
    CompletionException error = assertThrows(CompletionException.class, future::join);
    return assertInstanceOf(FDBException.class, Objects.requireNonNull(error.getCause()));
  }

  static int codeOf(CompletableFuture<?> future) {
    return errorOf(future).getCode();
  }
}
