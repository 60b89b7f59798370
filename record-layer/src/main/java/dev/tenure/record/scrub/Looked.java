package dev.tenure.record.scrub;

import java.util.Optional;

/**
 * How far a slice has come in its stage.
 *
 * @param records records scanned
 * @param rows rows of the index looked at
 * @param next the place behind them, of one byte or more; empty at the end of the stage
 */
record Looked(long records, long rows, Optional<byte[]> next) {}
