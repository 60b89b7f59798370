/**
 * Runs handlers on leased items (Algorithm 3). Start at {@link dev.tenure.consumer.run.Worker};
 * {@code AttemptRunner} calls one handler, {@code HandlerAttempt} is what the handler sees of that.
 *
 * <p>Must stay true: a slot comes back once for each item, whatever code of the application does;
 * an outcome that comes after the end of its attempt changes nothing. Must not know how items were
 * found.
 */
@NullMarked
package dev.tenure.consumer.run;

import org.jspecify.annotations.NullMarked;
