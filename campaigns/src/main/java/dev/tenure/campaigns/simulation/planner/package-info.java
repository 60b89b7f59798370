/**
 * The world {@code queries}: random queries on a random store, whose plans must give the rows that
 * a test of every record gives, also when they run in slices and indexes change between two slices.
 * Start at {@link dev.tenure.campaigns.simulation.planner.QuerySimulation}.
 */
@NullMarked
package dev.tenure.campaigns.simulation.planner;

import org.jspecify.annotations.NullMarked;
