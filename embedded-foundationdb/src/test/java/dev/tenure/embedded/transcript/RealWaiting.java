package dev.tenure.embedded.transcript;

import dev.tenure.embedded.Waiting;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits by the clock of the machine; for transcripts whose loops block the thread they run on. */
final class RealWaiting implements Waiting {

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
    throw new UnsupportedOperationException("a transcript in real time does not sleep");
  }
}
