package dev.tenure.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to wait for a transaction where the wait could block other transactions, or would work
 * only in the first attempt:
 *
 * <ul>
 *   <li>on a thread that continues transactions;
 *   <li>on any thread inside a call that runs a transaction, since the first attempt of a body runs
 *       on the caller's thread, and further ones on threads that continue transactions.
 * </ul>
 */
final class BlockingGuard {
  private static final ThreadLocal<@Nullable String> RUN = new ThreadLocal<>();

  private BlockingGuard() {}

  /** Marks the calling thread as one that runs a transaction, until the call returns. */
  static <T> T running(String run, Supplier<T> call) {
    String outer = RUN.get();
    RUN.set(run);
    try {
      return call.get();
    } finally {
      if (outer == null) {
        RUN.remove();
      } else {
        RUN.set(outer);
      }
    }
  }

  /**
   * Refuses a call that would wait here.
   *
   * @param call the name of the call that would wait
   * @param instead the name of the method that does not wait
   * @throws IllegalStateException naming both
   */
  static void refuse(String call, String instead) {
    Thread thread = Thread.currentThread();
    if (TenureRuntime.continuesTransactions(thread)) {
      throw new IllegalStateException(
          "%s would wait on %s, which continues transactions; use %s"
              .formatted(call, thread.getName(), instead));
    }
    String run = RUN.get();
    if (run != null) {
      throw new IllegalStateException(
          ("%s would wait inside the transaction \"%s\", whose body may run again on a thread that"
               + " must not wait; use the body's TenantTransaction for the same tenant, or %s for a"
               + " transaction apart")
              .formatted(call, run, instead));
    }
  }
}
