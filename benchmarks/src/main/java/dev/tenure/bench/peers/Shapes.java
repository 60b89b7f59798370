package dev.tenure.bench.peers;

import java.util.LinkedHashMap;
import java.util.Map;

/** The shapes by name, in the order they are run. */
final class Shapes {
  static final String SINGLES = "enqueue-singles";
  static final String BATCHES = "enqueue-batches";
  static final String SPREAD = "enqueue-spread";
  static final String BURN_DOWN = "burn-down";
  static final String HALF_LOAD = "half-load";
  static final String IDLE = "idle-pickup";
  static final String FLOOD = "flood";

  private Shapes() {}

  static Map<String, Shape> all() {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    shapes.put(SINGLES, new EnqueueSingles());
    shapes.put(BATCHES, new EnqueueBatches());
    shapes.put(SPREAD, new EnqueueSpread());
    shapes.put(BURN_DOWN, new BurnDown());
    shapes.put(HALF_LOAD, new HalfLoad());
    shapes.put(IDLE, new IdlePickup());
    shapes.put(FLOOD, new QuietTenants());
    return shapes;
  }
}
