package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.Payload;
import dev.tenure.queue.QueueLimits;
import java.time.Duration;

/**
 * The size of the measurements.
 *
 * @param items the items of a burn-down, and of the tenant that floods, 100 to 10,000,000
 * @param payloadBytes the bytes of a payload in a burn-down, 100 to 1,000,000
 * @param time the time of each measurement that lasts for a fixed time, 1 s to 10 min
 * @param tenants the number of tenants over which items are spread, 1 to 10,000
 * @param quietTenants the number of tenants that enqueue one item each, 10 to 100,000
 * @param rounds the number of rounds, whose median is the result, 1 to 99
 * @param warmUps the most unmeasured runs of a shape and system, 1 to 99
 */
record Scale(
    int items,
    int payloadBytes,
    Duration time,
    int tenants,
    int quietTenants,
    int rounds,
    int warmUps) {
  static final int ITEMS_MIN = 100;
  static final int ITEMS_MAX = 10_000_000;
  static final int SECONDS_MAX = 600;
  static final int ROUNDS_MAX = 99;
  static final int WARM_UPS_MAX = 99;

  Scale {
    check("--items", items, ITEMS_MIN, ITEMS_MAX);
    check("--payload-bytes", payloadBytes, Payload.BYTES, QueueLimits.PAYLOAD_BYTES_MAX);
    check("--seconds", time.toMillis() / 1_000.0, 0.05, SECONDS_MAX);
    check("tenants", tenants, 1, 10_000);
    check("quiet tenants", quietTenants, 10, 100_000);
    check("--rounds", rounds, 1, ROUNDS_MAX);
    check("--warm-ups", warmUps, 1, WARM_UPS_MAX);
  }

  /** The scale of the report, with 100 tenants and 1,000 quiet ones. */
  static Scale of(int items, Duration time, int rounds, int warmUps) {
    return new Scale(items, Payload.BYTES, time, 100, 1_000, rounds, warmUps);
  }

  Scale withPayloadBytes(int bytes) {
    return new Scale(items, bytes, time, tenants, quietTenants, rounds, warmUps);
  }

  private static void check(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          what + " is " + text(value) + ", it must be " + text(least) + " to " + text(most));
    }
  }

  private static String text(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }
}
