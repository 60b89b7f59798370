package dev.tenure.consumer.environment;

import dev.tenure.consumer.ConsumerListener;
import java.util.function.Consumer;

/** Calls the listener; logs and ignores its exceptions. */
public final class ListenerDispatch {
  private final ConsumerListener listener;
  private final ThrottledLog log;

  public ListenerDispatch(ConsumerListener listener, ThrottledLog log) {
    this.listener = listener;
    this.log = log;
  }

  public void tell(Consumer<ConsumerListener> call) {
    try {
      call.accept(listener);
    } catch (Throwable e) { // code of the application may throw anything
      log.failed("the listener", listener.getClass().getName(), e);
    }
  }
}
