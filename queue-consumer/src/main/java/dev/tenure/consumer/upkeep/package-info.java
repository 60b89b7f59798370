/**
 * The periodic duties of a consumer: the extension of leases (Algorithm 3, lines 10 to 12) and
 * heartbeats. Start at {@link dev.tenure.consumer.upkeep.LeaseKeeper}.
 *
 * <p>Must stay true: a lease that was not extended in time is reported as lost once. Must not know
 * how items are run.
 */
@NullMarked
package dev.tenure.consumer.upkeep;

import org.jspecify.annotations.NullMarked;
