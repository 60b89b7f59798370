package dev.tenure.consumer.run;

import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.RunningHandler;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TracePropagation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One call of a handler, and the context that the handler is given. Thread-safe. */
public final class HandlerAttempt implements WorkContext, RunningHandler {
  private final InFlightItem inFlight;
  private final Executor executor;
  private final @Nullable Executor workerExecutor;
  private final Tracing.Traced trace;
  private final CompletableFuture<Void> cancellation = new CompletableFuture<>();
  private final List<BlockingRun<?>> runs = new ArrayList<>();
  private boolean settled;
  private boolean cancelled;
  private @Nullable Runnable whenQuiet;

  HandlerAttempt(InFlightItem inFlight, Environment environment, Tracing.Traced trace) {
    this.inFlight = inFlight;
    this.executor = environment.executor();
    this.workerExecutor = environment.workerExecutor();
    this.trace = trace;
  }

  @Override
  public TenantId tenant() {
    return inFlight.tenant();
  }

  @Override
  public String cluster() {
    return inFlight.home().cluster().name();
  }

  @Override
  public String zone() {
    return inFlight.home().zone();
  }

  @Override
  public WorkItem item() {
    return inFlight.item();
  }

  @Override
  public int attempt() {
    return inFlight.item().attempts() + 1;
  }

  @Override
  public Instant leaseUntil() {
    return inFlight.lease().until();
  }

  @Override
  public synchronized boolean cancelled() {
    return cancelled;
  }

  @Override
  public CompletableFuture<Void> cancellation() {
    return cancellation.copy();
  }

  @Override
  public Map<String, String> attributes() {
    return inFlight.item().body().map(ItemBody::attributes).orElse(Map.of());
  }

  @Override
  public boolean local() {
    return inFlight.home().isLocal();
  }

  @Override
  public NewItem child(NewItem item) {
    return trace.child(item);
  }

  Tracing.Traced traced() {
    return trace;
  }

  @Override
  public <T> CompletableFuture<T> runBlocking(Callable<T> work) {
    if (workerExecutor == null) {
      return CompletableFuture.failedFuture(
          new IllegalStateException(
              "the consumer was built without a worker executor, which blocking work needs"));
    }
    BlockingRun<T> run = new BlockingRun<>(work);
    synchronized (this) {
      runs.add(run);
    }
    try {
      workerExecutor.execute(run);
    } catch (Throwable e) { // an executor of the application may throw anything
      if (run.claim()) {
        run.result.completeExceptionally(e);
        returned(run);
      }
    }
    return run.result;
  }

  /** Settles the attempt. Returns true for the first caller, whose result counts. */
  synchronized boolean settle() {
    boolean first = !settled;
    settled = true;
    return first;
  }

  /**
   * Cancels the handler and interrupts its threads. Listeners of the cancellation are application
   * code, so they run on the executor. Blocking work that has not begun never begins, and the
   * attempt does not wait for it.
   */
  @Override
  public void cancel() {
    List<BlockingRun<?>> withdrawn;
    synchronized (this) {
      cancelled = true;
      runs.forEach(BlockingRun::interrupt);
      withdrawn = runs.stream().filter(BlockingRun::claim).toList();
    }
    executor.execute(() -> cancellation.complete(null));
    withdrawn.forEach(this::withdraw);
  }

  private void withdraw(BlockingRun<?> run) {
    returned(run);
    executor.execute(
        () ->
            run.result.completeExceptionally(
                new CancellationException("cancelled before the blocking work began")));
  }

  @Override
  public void abandon() {
    settle();
    cancel();
    trace.end(null);
  }

  @Override
  public boolean whenQuiet(Runnable action) {
    synchronized (this) {
      if (!runs.isEmpty()) {
        whenQuiet = action;
        return false;
      }
    }
    action.run();
    return true;
  }

  private void returned(BlockingRun<?> run) {
    Runnable action;
    synchronized (this) {
      runs.remove(run);
      action = runs.isEmpty() ? whenQuiet : null;
      whenQuiet = action == null ? whenQuiet : null;
    }
    if (action != null) {
      action.run();
    }
  }

  /** Blocking work of the handler on a thread of the worker executor. */
  private final class BlockingRun<T> implements Runnable {
    private final Callable<T> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private @Nullable Thread thread;
    private boolean claimed;

    BlockingRun(Callable<T> work) {
      this.work = work;
    }

    @Override
    @SuppressWarnings("Interruption") // the flag is cleared so that the pool gets its thread back
    public void run() {
      if (!claim()) {
        return;
      }
      TracePropagation.Scope scope = trace.open();
      try {
        enter();
        result.complete(work.call());
      } catch (Throwable e) {
        result.completeExceptionally(e);
      } finally {
        leave();
        scope.close();
        Thread.interrupted();
        returned(this);
      }
    }

    /** Claims the work, to run it or to withdraw it. True for the first caller. */
    boolean claim() {
      synchronized (HandlerAttempt.this) {
        boolean first = !claimed;
        claimed = true;
        return first;
      }
    }

    private void enter() {
      synchronized (HandlerAttempt.this) {
        if (cancelled) {
          throw new CancellationException("cancelled before the blocking work began");
        }
        thread = Thread.currentThread();
      }
    }

    private void leave() {
      synchronized (HandlerAttempt.this) {
        thread = null;
      }
    }

    /**
     * Interrupts the thread. This happens under the attempt's lock, so that the interrupt never
     * reaches later work of the thread.
     */
    void interrupt() {
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}
