/**
 * The consumer of an application: its handlers, its start and its stop. Start at {@link
 * dev.tenure.spring.consumer.ConsumerLifecycle}. Must stay true: the consumer stops before the
 * clusters are closed.
 */
@NullMarked
package dev.tenure.spring.consumer;

import org.jspecify.annotations.NullMarked;
