package dev.tenure.consumer.run;

import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.Throttle;

/** What a leased item occupies until its handler has finished: room, and a permit of its type. */
public final class WorkerSlots {
  private final Capacity capacity;
  private final Throttle throttle;

  public WorkerSlots(Capacity capacity, Throttle throttle) {
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
