/**
 * {@code ./tenure clusters}: shows and changes the list of clusters that each cluster of a
 * deployment stores, through an admin server or on clusters that the command opens itself.
 *
 * <p>Start at {@link dev.tenure.examples.clusters.ClustersCommand}.
 */
@NullMarked
package dev.tenure.examples.clusters;

import org.jspecify.annotations.NullMarked;
