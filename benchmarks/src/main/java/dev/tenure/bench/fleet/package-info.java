/**
 * The whole system on virtual time with a model of service times: the real engine, record layer,
 * queue and consumers, in one thread, where each request of a process takes as long as a cluster
 * would take. Start at {@link dev.tenure.bench.fleet.ModelledFleet}, in which everything follows
 * from the seed. {@link dev.tenure.bench.fleet.RealFleet} is the same in real time.
 */
@NullMarked
package dev.tenure.bench.fleet;

import org.jspecify.annotations.NullMarked;
