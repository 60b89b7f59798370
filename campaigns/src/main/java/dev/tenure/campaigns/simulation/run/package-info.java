/**
 * The parts of a run. Start at {@link dev.tenure.campaigns.simulation.run.SimulatedWorld}: the
 * scheduler, the engine, its faults, and how a process connects to the clusters, all by the {@link
 * dev.tenure.campaigns.simulation.run.SimulationOptions} that follow from the seed. The {@link
 * dev.tenure.campaigns.simulation.run.Ledger} keeps the results that processes got outside of the
 * database.
 *
 * <p>Nothing here knows what must be true of the database.
 */
@NullMarked
package dev.tenure.campaigns.simulation.run;

import org.jspecify.annotations.NullMarked;
