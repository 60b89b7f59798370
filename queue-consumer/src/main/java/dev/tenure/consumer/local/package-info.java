/**
 * The handler that carries out fan-outs of local items. Start at {@link
 * dev.tenure.consumer.local.FanOutHandler}. Knows the consumer's API alone.
 */
@NullMarked
package dev.tenure.consumer.local;

import org.jspecify.annotations.NullMarked;
