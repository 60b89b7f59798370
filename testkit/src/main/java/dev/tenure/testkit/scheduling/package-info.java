/**
 * Virtual time on one thread. Start at {@link dev.tenure.testkit.scheduling.DeterministicScheduler}, which owns the clock, the ready tasks and the timers. A {@link dev.tenure.testkit.scheduling.SimulatedProcess} is the view of one process on them, and can crash or pause.
 *
 * <p>What must stay true: the same seed and the same tasks give the same {@link dev.tenure.testkit.scheduling.Trace}, byte for byte, in every JVM. So no class here reads the system clock, starts a thread, or depends on an identity hash.
 */
@NullMarked
package dev.tenure.testkit.scheduling;

import org.jspecify.annotations.NullMarked;
