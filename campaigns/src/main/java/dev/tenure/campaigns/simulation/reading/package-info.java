/**
 * Reads past the faults. {@link dev.tenure.campaigns.simulation.reading.Reads} scans what an engine
 * in memory answers at once; {@link dev.tenure.campaigns.simulation.reading.HistoryKeeper} records
 * the transactions of a run, and checks at its end that they are strictly serializable.
 */
@NullMarked
package dev.tenure.campaigns.simulation.reading;

import org.jspecify.annotations.NullMarked;
