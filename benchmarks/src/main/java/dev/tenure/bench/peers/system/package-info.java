/**
 * The interfaces of a queue that is measured beside others. A {@link
 * dev.tenure.bench.peers.system.SystemUnderTest} opens a {@link
 * dev.tenure.bench.peers.system.PeerFixture}, an empty queue, for each measurement. The fixture's
 * consumer calls a {@link dev.tenure.bench.peers.system.ConsumerObserver}. Knows no system and no
 * load.
 */
@NullMarked
package dev.tenure.bench.peers.system;

import org.jspecify.annotations.NullMarked;
