/**
 * The world {@code clusters}: tenants move between two or three clusters while producers and
 * consumers use them; movers are killed, stall, meet and revert one another's moves, clocks are
 * wrong, and a cluster is away for a minute. Start at {@link
 * dev.tenure.campaigns.simulation.clusters.ClustersSimulation}.
 *
 * <p>What must be true in the end: each acknowledged order was done once, in the order of its
 * group; each tenant lies on the one cluster that its entry names; no move has left anything.
 */
@NullMarked
package dev.tenure.campaigns.simulation.clusters;

import org.jspecify.annotations.NullMarked;
