/**
 * Virtual time on one thread. Start at {@link
 * dev.tenure.testkit.scheduling.DeterministicScheduler}: it owns the clock, the queue of ready
 * tasks and the timers; a {@link dev.tenure.testkit.scheduling.SimulatedProcess} is one process's
 * view of them and can be crashed or paused.
 *
 * <p>What must stay true: the same seed and the same tasks give the same {@link
 * dev.tenure.testkit.scheduling.Trace}, byte for byte, in every JVM. So nothing here reads the
 * system clock, starts a thread, or depends on an identity hash.
 */
@NullMarked
package dev.tenure.testkit.scheduling;

import org.jspecify.annotations.NullMarked;
