/**
 * A Tenure cluster on a {@link dev.tenure.testkit.engine.SimulatedEngine}, for tests of an application's handlers under virtual time, with crashes and retries. Start at {@link dev.tenure.testkit.cluster.SimulatedCluster}.
 */
@NullMarked
package dev.tenure.testkit.cluster;

import org.jspecify.annotations.NullMarked;
