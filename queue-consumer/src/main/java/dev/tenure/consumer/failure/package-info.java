/**
 * What an error tells: whether the database or the application is to blame, and how it is written
 * down. Start at {@link dev.tenure.consumer.failure.DatabaseTrouble}; docs/handlers.md has the
 * table of what counts as a failed attempt.
 *
 * <p>Must stay true: no method throws, whatever the methods of an exception of the application do.
 * Must not know what becomes of an item that failed.
 */
@NullMarked
package dev.tenure.consumer.failure;

import org.jspecify.annotations.NullMarked;
