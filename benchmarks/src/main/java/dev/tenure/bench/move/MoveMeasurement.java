package dev.tenure.bench.move;

import dev.tenure.bench.report.Table;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.TenantMoveReport;
import java.time.Duration;

/**
 * One move.
 *
 * @param last what the mover told last
 * @param unserved the longest time during which no cluster served the tenant
 */
record MoveMeasurement(
    Duration took,
    TenantMoveReport report,
    MoveProgress last,
    SteadyProducer producer,
    Duration unserved) {
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  void addTo(Table table, int megabytes) {
    double seconds = took.toNanos() / NANOS_PER_SECOND;
    table.add(
        megabytes,
        seconds,
        report.bytes() / BYTES_PER_MEGABYTE / seconds,
        last.bytesAgain() / BYTES_PER_MEGABYTE,
        unserved.toNanos() / NANOS_PER_MILLI,
        report.closed().toNanos() / NANOS_PER_MILLI,
        producer.longest().toNanos() / NANOS_PER_MILLI,
        producer.median().toNanos() / NANOS_PER_MILLI,
        producer.refusals(),
        report.closings());
  }
}
