package dev.tenure.record.meter;

import java.time.Duration;

/** Meters that nobody reads. */
enum NoMeters implements RecordMeters {
  INSTANCE;

  @Override
  public void count(RecordCounter counter, String run, long amount) {}

  @Override
  public void time(RecordTimer timer, String run, Duration took) {}
}
