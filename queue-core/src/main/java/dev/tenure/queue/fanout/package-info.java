/**
 * Local items on all clusters of a deployment (paper section 6: local work items are "usually
 * fanned out and executed on all clusters"). Start at {@link dev.tenure.queue.fanout.FanOut};
 * docs/local-items.md has the steps and what a crash at each leaves. Must stay true: a fan-out ends
 * only when each cluster of the stored list has had the item, and a cluster gets it once. Must not
 * know threads.
 */
@NullMarked
package dev.tenure.queue.fanout;

import org.jspecify.annotations.NullMarked;
