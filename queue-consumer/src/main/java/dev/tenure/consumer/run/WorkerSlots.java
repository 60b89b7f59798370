package dev.tenure.consumer.run;

import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.inflight.Capacity;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.Throttle;
import java.time.Duration;

/**
 * The slot and the permit of its type that a leased item occupies until its handler has finished.
 */
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

  /** Makes this consumer take no items of the type for a while. */
  void rest(String type, Duration duration, Scheduler scheduler) {
    throttle.rest(type);
    var unused = scheduler.after(duration, () -> throttle.wake(type));
  }

  void leave(InFlightItem inFlight) {
    throttle.release(inFlight.item().type());
    capacity.free(1);
  }
}
