/**
 * Observes clusters, consumers and transactions: samples, meters, health, traces. Start at {@link
 * dev.tenure.spring.observe.ClusterSampler}. Must stay true: reading a meter or the health sends no
 * request to a cluster on the caller's thread.
 */
@NullMarked
package dev.tenure.spring.observe;

import org.jspecify.annotations.NullMarked;
