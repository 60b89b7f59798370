/**
 * Local items on all clusters of a deployment (paper section 6: local work items are "usually
 * fanned out and executed on all clusters"). Start at {@link dev.tenure.queue.fanout.FanOut};
 * docs/local-items.md describes the steps, and the effect of a crash at each. What must stay true:
 * a fan-out ends only when each cluster of the stored list has received the item, and a cluster
 * gets it once. This package must not know threads.
 */
@NullMarked
package dev.tenure.queue.fanout;

import org.jspecify.annotations.NullMarked;
