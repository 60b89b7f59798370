/**
 * What has to be repeated while a consumer works: the extension of leases (Algorithm 3, lines 10 to
 * 12) and heartbeats. Start at {@link dev.tenure.consumer.upkeep.LeaseKeeper}.
 *
 * <p>Must stay true: a lease that was not extended in time is reported as lost once. Must not know
 * what is done with the items.
 */
@NullMarked
package dev.tenure.consumer.upkeep;

import org.jspecify.annotations.NullMarked;
