/**
 * A Tenure cluster on a {@link dev.tenure.testkit.engine.SimulatedEngine}: whoever writes handlers
 * tests them here, under virtual time, with crashes and retries. Start at {@link
 * dev.tenure.testkit.cluster.SimulatedCluster}.
 */
@NullMarked
package dev.tenure.testkit.cluster;

import org.jspecify.annotations.NullMarked;
