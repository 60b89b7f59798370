/**
 * Decides whether the database or the application is to blame for an error, and turns errors into
 * text. Start at {@link dev.tenure.consumer.failure.DatabaseTrouble}; docs/handlers.md has the
 * table of what counts as a failed attempt.
 *
 * <p>Must stay true: no method throws, even when methods of an application's exception do. Must not
 * know the ends of items.
 */
@NullMarked
package dev.tenure.consumer.failure;

import org.jspecify.annotations.NullMarked;
