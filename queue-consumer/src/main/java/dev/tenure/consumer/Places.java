package dev.tenure.consumer;

/** What a leased item occupies until its handler has finished: room, and a permit of its type. */
final class Places {
  private final Capacity capacity;
  private final Throttle throttle;

  Places(Capacity capacity, Throttle throttle) {
    this.capacity = capacity;
    this.throttle = throttle;
  }

  void started() {
    capacity.started();
  }

  void leave(Held held) {
    throttle.release(held.item().type());
    capacity.free(1);
  }
}
