package dev.tenure.consumer;

/** What a leased item occupies until its handler has finished: room, and a permit of its type. */
final class WorkerSlots {
  private final Capacity capacity;
  private final Throttle throttle;

  WorkerSlots(Capacity capacity, Throttle throttle) {
    this.capacity = capacity;
    this.throttle = throttle;
  }

  void started() {
    capacity.started();
  }

  void leave(InFlightItem inFlight) {
    throttle.release(inFlight.item().type());
    capacity.free(1);
  }
}
