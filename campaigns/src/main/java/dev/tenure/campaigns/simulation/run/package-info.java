/**
 * What one run consists of. Start at {@link dev.tenure.campaigns.simulation.run.SimulatedWorld}:
 * the scheduler, the engine, its faults, and how a process connects to the clusters, all by the
 * {@link dev.tenure.campaigns.simulation.run.SimulationOptions} that follow from the seed. The
 * {@link dev.tenure.campaigns.simulation.run.Ledger} keeps outside of the database what processes
 * were told.
 *
 * <p>Nothing here knows what must be true of the database.
 */
@NullMarked
package dev.tenure.campaigns.simulation.run;

import org.jspecify.annotations.NullMarked;
