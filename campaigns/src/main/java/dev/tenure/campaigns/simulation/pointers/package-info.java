/**
 * The world {@code pointers}: rounds in which few transactions of producers, visits and operators
 * meet on one zone, in every order of their read versions and commits. Start at {@link
 * dev.tenure.campaigns.simulation.pointers.PointerSimulation}; a {@code ZoneRound} is one round.
 */
@NullMarked
package dev.tenure.campaigns.simulation.pointers;

import org.jspecify.annotations.NullMarked;
