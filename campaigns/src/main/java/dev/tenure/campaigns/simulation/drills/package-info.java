/**
 * Drills: one danger at a time, brought about again and again. A seed draws one drill and its
 * figures; a few processes on one to three clusters do what leads there, and the drill checks the
 * one promise that is in danger, with the bound that holds there. Start at {@link
 * dev.tenure.campaigns.simulation.drills.Drill}.
 *
 * <p>The large worlds have these dangers too, but seldom and among others, and their bounds allow
 * for all that may come together. A drill allows for nothing else.
 */
@NullMarked
package dev.tenure.campaigns.simulation.drills;

import org.jspecify.annotations.NullMarked;
