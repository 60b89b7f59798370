/**
 * Deployments as operators have them: fleets of two applications on one to three clusters, upgraded
 * and rolled back one by one, with work that misbehaves, clusters that stop answering, clocks that
 * are wrong, and people who interfere. Start at {@link
 * dev.tenure.campaigns.simulation.deployments.DeploymentSimulation}; {@link
 * dev.tenure.campaigns.simulation.deployments.DeploymentPlan} draws from the seed what a run has,
 * and each promise that is checked is a {@link
 * dev.tenure.campaigns.simulation.deployments.Promise}.
 *
 * <p>The checks know the stored rows, the settings of the processes, and the calls of handlers. Of
 * the consumers' own state they read only the in-flight items, at times when none should be there.
 */
@NullMarked
package dev.tenure.campaigns.simulation.deployments;

import org.jspecify.annotations.NullMarked;
