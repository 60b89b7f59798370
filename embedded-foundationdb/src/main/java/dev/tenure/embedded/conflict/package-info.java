/**
 * Remembers which keys were written at which version in the last five seconds. Start at {@link
 * dev.tenure.embedded.conflict.ConflictHistory}, which answers whether a range was written after a
 * version. It holds a {@code WriteGeneration} for each stretch of versions; {@code VersionedKeys}
 * is the sorted map of a generation, in chunks of keys.
 *
 * <p>What must stay true: a range that was written after the version is always found, as long as
 * the version lies in the window. Only the thread that orders commits uses it. The package knows
 * nothing of commits, groups or storage.
 */
@NullMarked
package dev.tenure.embedded.conflict;

import org.jspecify.annotations.NullMarked;
