package dev.tenure.queue.pointer;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The time of a process, and heartbeats that tell it what the clocks show. */
abstract class ClusterTimeTests {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  static final Duration HOUR = Duration.ofHours(1);
  static final Duration BEAT = Duration.ofSeconds(5);

  final ClusterTime time = new ClusterTime(InstantSource.fixed(START));
  Instant now = START;

  long version() {
    return 1_000_000_000L + Duration.between(START, now).toMillis() * 1_000;
  }

  ClockReading ahead(Duration by) {
    return new ClockReading(now.plus(by), version());
  }

  void beat(Duration ownAhead, Duration... othersAhead) {
    beat(time, ownAhead, othersAhead);
  }

  void beat(ClusterTime on, Duration ownAhead, Duration... othersAhead) {
    Map<String, ClockReading> others =
        named(Stream.of(othersAhead).map(this::ahead).toArray(ClockReading[]::new));
    now = now.plus(BEAT);
    on.learn(ahead(ownAhead), others);
  }

  static Map<String, ClockReading> named(ClockReading... others) {
    Map<String, ClockReading> named = new HashMap<>();
    for (int i = 0; i < others.length; i++) {
      named.put("consumer-" + i, others[i]);
    }
    return named;
  }
}
