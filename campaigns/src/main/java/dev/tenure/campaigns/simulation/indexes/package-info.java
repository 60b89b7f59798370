/**
 * The world {@code indexes}: a record store whose indexes of every type must equal its records,
 * while writers, indexers and a follower of its change feed work. Start at {@link
 * dev.tenure.campaigns.simulation.indexes.IndexSimulation}.
 */
@NullMarked
package dev.tenure.campaigns.simulation.indexes;

import org.jspecify.annotations.NullMarked;
