/**
 * The handlers that carry out roll-outs of schemas. Start at {@link
 * dev.tenure.consumer.rollout.SchemaHandlers}. Knows the consumer's API, and the handler of
 * fan-outs.
 */
@NullMarked
package dev.tenure.consumer.rollout;

import org.jspecify.annotations.NullMarked;
