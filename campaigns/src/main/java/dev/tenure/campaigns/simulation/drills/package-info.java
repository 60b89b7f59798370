/**
 * Drills: one danger at a time, brought about again and again. A seed draws one drill and its
 * numbers. A few processes on one to three clusters bring the danger about, and the drill checks
 * the one promise that it threatens, with the bound of that situation. Start at {@link
 * dev.tenure.campaigns.simulation.drills.Drill}.
 *
 * <p>The large worlds have these dangers too, but rarely and together with others, so their bounds
 * are wider. A drill has no other danger.
 */
@NullMarked
package dev.tenure.campaigns.simulation.drills;

import org.jspecify.annotations.NullMarked;
