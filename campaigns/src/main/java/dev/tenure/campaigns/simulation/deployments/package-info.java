/**
 * Deployments as operators have them: fleets of two applications on one to three clusters, upgraded
 * and rolled back one by one, with work that misbehaves, clusters that stop answering, clocks that
 * are wrong, and people who interfere. Start at {@link
 * dev.tenure.campaigns.simulation.deployments.DeploymentSimulation}; what a seed has is drawn in
 * {@link dev.tenure.campaigns.simulation.deployments.DeploymentPlan}; the promises are the {@link
 * dev.tenure.campaigns.simulation.deployments.Promise}s.
 *
 * <p>The checks know the rows as they are stored, what the processes were told to be, and which
 * handlers were called; of the consumers' own state they ask only what is in hand at rest.
 */
@NullMarked
package dev.tenure.campaigns.simulation.deployments;

import org.jspecify.annotations.NullMarked;
