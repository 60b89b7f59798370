/**
 * What has changed in a store since a client last looked, in the order of the commits.
 *
 * <p>Start at {@link dev.tenure.record.feed.ChangeFeed}, which reads a version index; {@link
 * dev.tenure.record.feed.SyncToken} is what a client keeps between two looks. What must stay true:
 * a client that goes on from each token comes to have what the store has, whatever was written
 * meanwhile and wherever the store has moved. This package uses the store as any client does.
 */
@NullMarked
package dev.tenure.record.feed;

import org.jspecify.annotations.NullMarked;
