/**
 * The command {@code ./tenure sim}. {@link dev.tenure.campaigns.simulation.SimulationCommand} runs
 * many seeds, each on every {@link dev.tenure.campaigns.simulation.report.World}; {@code Worlds}
 * knows the runner of each world.
 *
 * <p>Each world has a package, which knows no other world:
 *
 * <ul>
 *   <li>{@link dev.tenure.campaigns.simulation.engine}: the engine and clients that try all of it
 *   <li>{@link dev.tenure.campaigns.simulation.indexes}: a record store and its indexes
 *   <li>{@link dev.tenure.campaigns.simulation.pointers}: one zone at a time and few transactions
 *   <li>{@link dev.tenure.campaigns.simulation.queues}: producers, consumers and an operator
 *   <li>{@link dev.tenure.campaigns.simulation.deployments}: fleets of two applications
 *   <li>{@link dev.tenure.campaigns.simulation.drills}: one danger a seed
 * </ul>
 *
 * <p>The worlds share {@link dev.tenure.campaigns.simulation.report}, {@link
 * dev.tenure.campaigns.simulation.reading}, {@link dev.tenure.campaigns.simulation.application},
 * {@link dev.tenure.campaigns.simulation.run} and {@link dev.tenure.campaigns.simulation.state},
 * which know no world.
 */
@NullMarked
package dev.tenure.campaigns.simulation;

import org.jspecify.annotations.NullMarked;
