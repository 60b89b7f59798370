/**
 * Opens the clusters of a process and closes them. Start at {@link
 * dev.tenure.spring.cluster.OpenedClusters}. Knows no consumer and no bean; an embedding program
 * may use the package without Spring.
 */
@NullMarked
package dev.tenure.spring.cluster;

import org.jspecify.annotations.NullMarked;
