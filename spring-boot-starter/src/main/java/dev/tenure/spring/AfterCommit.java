package dev.tenure.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Makes calls after the commit of the calling thread's Spring transaction. A thread without a
 * Spring transaction makes the call at once.
 */
final class AfterCommit {
  private static final boolean HAS_TRANSACTIONS =
      ClassUtils.isPresent(
          "org.springframework.transaction.support.TransactionSynchronizationManager",
          AfterCommit.class.getClassLoader());

  private AfterCommit() {}

  /**
   * Makes the call after the commit. The returned future is cancelled when the transaction does not
   * commit.
   */
  static <T> CompletableFuture<T> call(Supplier<T> call) {
    Call<T> made = new Call<>(call);
    if (HAS_TRANSACTIONS && Calls.isInTransaction()) {
      Calls.ofTransaction().add(made);
    } else {
      made.run();
      made.rethrow();
    }
    return made.result;
  }

  /** One call and its result. */
  private static final class Call<T> {
    private final Supplier<T> call;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private @Nullable RuntimeException failed;

    Call(Supplier<T> call) {
      this.call = call;
    }

    void run() {
      try {
        result.complete(call.get());
      } catch (RuntimeException e) {
        failed = e;
        result.completeExceptionally(e);
      }
    }

    void rethrow() {
      if (failed != null) {
        throw failed;
      }
    }

    void cancel() {
      result.completeExceptionally(
          new CancellationException("the Spring transaction did not commit"));
    }
  }

  /**
   * All calls of one transaction: each is made though another one has failed. Used by the thread of
   * the transaction.
   */
  private static final class Calls implements TransactionSynchronization {
    private final List<Call<?>> waiting = new ArrayList<>();
    private boolean committed;

    static boolean isInTransaction() {
      return TransactionSynchronizationManager.isSynchronizationActive()
          && TransactionSynchronizationManager.isActualTransactionActive();
    }

    static Calls ofTransaction() {
      for (TransactionSynchronization one :
          TransactionSynchronizationManager.getSynchronizations()) {
        if (one instanceof Calls calls) {
          return calls;
        }
      }
      Calls calls = new Calls();
      TransactionSynchronizationManager.registerSynchronization(calls);
      return calls;
    }

    /** Adds a call. A call that is added by another call after the commit is made at once. */
    void add(Call<?> call) {
      if (committed) {
        call.run();
        call.rethrow();
      } else {
        waiting.add(call);
      }
    }

    @Override
    public void afterCommit() {
      committed = true;
      waiting.forEach(Call::run);
      List<RuntimeException> failures = new ArrayList<>();
      for (Call<?> call : waiting) {
        if (call.failed != null) {
          failures.add(call.failed);
        }
      }
      if (!failures.isEmpty()) {
        RuntimeException first = failures.get(0);
        failures.subList(1, failures.size()).forEach(first::addSuppressed);
        throw first;
      }
    }

    @Override
    public void afterCompletion(int status) {
      if (!committed) {
        waiting.forEach(Call::cancel);
      }
    }
  }
}
