package dev.tenure.consumer;

import java.util.function.Consumer;

/** Calls the listener, and survives what it throws. */
final class Notices {
  private final ConsumerListener listener;
  private final Complaints complaints;

  Notices(ConsumerListener listener, Complaints complaints) {
    this.listener = listener;
    this.complaints = complaints;
  }

  void tell(Consumer<ConsumerListener> call) {
    try {
      call.accept(listener);
    } catch (Throwable e) { // code of the application may throw anything
      complaints.about("the listener", listener.getClass().getName(), e);
    }
  }
}
