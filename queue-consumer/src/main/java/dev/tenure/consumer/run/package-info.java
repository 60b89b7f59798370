/**
 * Runs handlers on leased items (Algorithm 3). Start at {@link dev.tenure.consumer.run.Worker};
 * {@code AttemptRunner} calls one handler, and {@code HandlerAttempt} is the context of that call.
 *
 * <p>Must stay true: each item's slot is given back exactly once, whatever application code does;
 * an outcome that arrives after the end of its attempt changes nothing. Must not know how items
 * were found.
 */
@NullMarked
package dev.tenure.consumer.run;

import org.jspecify.annotations.NullMarked;
