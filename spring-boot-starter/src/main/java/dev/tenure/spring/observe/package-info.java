/**
 * What is told of clusters, consumers and transactions: samples, meters, health, traces. Begin at
 * {@link dev.tenure.spring.observe.ClusterSampler}. Nothing here asks a cluster on the thread of a
 * caller that reads a meter or the health.
 */
@NullMarked
package dev.tenure.spring.observe;

import org.jspecify.annotations.NullMarked;
