/**
 * The handler that carries out fan-outs of local items. Start at {@link
 * dev.tenure.consumer.local.FanOutHandler}. This package knows only the consumer's API.
 */
@NullMarked
package dev.tenure.consumer.local;

import org.jspecify.annotations.NullMarked;
