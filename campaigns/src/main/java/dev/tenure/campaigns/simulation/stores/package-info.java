/**
 * The world {@code stores}: zones whose items lie in an external store, which loses requests and
 * answers, restarts, and is restored from a backup, while producers and consumers are killed
 * between any two steps. Start at {@link dev.tenure.campaigns.simulation.stores.StoresSimulation}.
 *
 * <p>What must be true in the end: each acknowledged order was done, and so was each that a
 * producer's own transaction committed; effects were applied once, in the store and in
 * FoundationDB; an order whose enqueue was surely withdrawn never ran.
 */
@NullMarked
package dev.tenure.campaigns.simulation.stores;

import org.jspecify.annotations.NullMarked;
