/**
 * What a queue implements to be measured beside others: a {@link
 * dev.tenure.bench.peers.system.SystemUnderTest} opens a {@link
 * dev.tenure.bench.peers.system.PeerFixture}, an empty queue, for each measurement, whose consumer
 * tells a {@link dev.tenure.bench.peers.system.ConsumerObserver} what it does. Knows no system and
 * no load.
 */
@NullMarked
package dev.tenure.bench.peers.system;

import org.jspecify.annotations.NullMarked;
