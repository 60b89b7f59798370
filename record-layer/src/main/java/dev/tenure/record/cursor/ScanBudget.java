package dev.tenure.record.cursor;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** How much of a scan's limits is used up. */
public final class ScanBudget {
  private final ScanOptions options;
  private final InstantSource clock;
  private final Instant started;
  private long rows;
  private long bytes;

  public ScanBudget(ScanOptions options, InstantSource clock) {
    this.options = options;
    this.clock = clock;
    this.started = clock.instant();
  }

  public void charge(long rowBytes) {
    rows++;
    bytes += rowBytes;
  }

  /** The limit that is reached; none before the first row. */
  public Optional<CursorResult.Reason> reached() {
    if (rows == 0) {
      return Optional.empty();
    }
    if (options.rowsMax() > 0 && rows >= options.rowsMax()) {
      return Optional.of(CursorResult.Reason.ROW_LIMIT);
    }
    if (options.bytesMax() > 0 && bytes >= options.bytesMax()) {
      return Optional.of(CursorResult.Reason.BYTE_LIMIT);
    }
    boolean timed = !options.timeMax().isZero();
    if (timed && !clock.instant().isBefore(started.plus(options.timeMax()))) {
      return Optional.of(CursorResult.Reason.TIME_LIMIT);
    }
    return Optional.empty();
  }
}
