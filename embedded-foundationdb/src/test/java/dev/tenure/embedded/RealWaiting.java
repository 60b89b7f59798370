package dev.tenure.embedded;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits by the clock of the machine. */
public final class RealWaiting implements Waiting {

  @Override
  public boolean await(Future<?> future, Duration patience) {
    try {
      future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException | CancellationException e) {
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting", e);
    }
    return true;
  }

  @Override
  public void pass(Duration time) {
    boolean unused = await(new CompletableFuture<>(), time);
  }
}
