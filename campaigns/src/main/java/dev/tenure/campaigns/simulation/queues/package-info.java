/**
 * The world {@code queues}: 4 producers, 3 consumers and an operator, each a process with its own
 * clock, database handle and random numbers, for 120 virtual seconds with faults, lost and late
 * watches, crashes, pauses, restarts and skewed clocks. Then the faults end, and all work must get
 * done. Start at {@link dev.tenure.campaigns.simulation.queues.Simulation}.
 *
 * <p>{@code ProgressCheck}, {@code ThrashCheck} and {@code ProbeCheck} check the time after the
 * faults; the checks of every commit are in {@link dev.tenure.campaigns.simulation.state}.
 */
@NullMarked
package dev.tenure.campaigns.simulation.queues;

import org.jspecify.annotations.NullMarked;
