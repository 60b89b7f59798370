package dev.tenure.consumer;

import java.util.function.Consumer;

/** Calls the listener, and survives what it throws. */
final class ListenerDispatch {
  private final ConsumerListener listener;
  private final ThrottledLog log;

  ListenerDispatch(ConsumerListener listener, ThrottledLog log) {
    this.listener = listener;
    this.log = log;
  }

  void tell(Consumer<ConsumerListener> call) {
    try {
      call.accept(listener);
    } catch (Throwable e) { // code of the application may throw anything
      log.failed("the listener", listener.getClass().getName(), e);
    }
  }
}
