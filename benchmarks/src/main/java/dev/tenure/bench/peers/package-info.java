/**
 * Tenure beside other queues, each under the same load in one run: {@link
 * dev.tenure.bench.peers.PeersBench}. A {@link dev.tenure.bench.peers.system.SystemUnderTest} opens
 * a {@link dev.tenure.bench.peers.system.PeerFixture}, an empty queue, for each measurement; a
 * {@link dev.tenure.bench.peers.Shape} puts load on it. Shapes know no system, systems no shape.
 */
@NullMarked
package dev.tenure.bench.peers;

import org.jspecify.annotations.NullMarked;
