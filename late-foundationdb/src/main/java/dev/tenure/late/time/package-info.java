/**
 * Time that a test moves itself. Start at {@link dev.tenure.late.time.VirtualTime}, the clock,
 * timer and executor of a whole test. {@link dev.tenure.late.time.ManualClock} is a clock alone,
 * for tests whose threads are real.
 *
 * <p>What must stay true: no time passes by itself, and the same seed gives the same order.
 */
@NullMarked
package dev.tenure.late.time;

import org.jspecify.annotations.NullMarked;
