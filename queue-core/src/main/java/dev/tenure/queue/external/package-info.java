/**
 * Zones whose items lie in a store beside FoundationDB (paper section 6.1). Start at {@link
 * dev.tenure.queue.external.ExternalZone}, which enqueues; {@link
 * dev.tenure.queue.external.PointerRepair} finds what producers left when they died.
 * docs/external-stores.md has the protocol, {@code external.store} what a store must do.
 *
 * <p>Must stay true: an item is stored before its pointer is looked after, and an enqueue is
 * acknowledged after both.
 */
@NullMarked
package dev.tenure.queue.external;

import org.jspecify.annotations.NullMarked;
