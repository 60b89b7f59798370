package dev.tenure.record.scrub;

import java.util.Optional;

/**
 * The progress of a slice in its stage.
 *
 * @param records the number of records scanned
 * @param rows the number of index rows read
 * @param next the position behind them, of one byte or more; empty at the end of the stage
 */
record Looked(long records, long rows, Optional<byte[]> next) {}
