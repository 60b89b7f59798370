package dev.tenure.record.meter;

import java.time.Duration;

/** Meters that ignore all values. */
enum NoMeters implements RecordMeters {
  INSTANCE;

  @Override
  public void count(RecordCounter counter, String run, long amount) {}

  @Override
  public void time(RecordTimer timer, String run, Duration took) {}
}
