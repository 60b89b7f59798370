/**
 * Carries the trace context from producers to handlers in the attributes of items (W3C Trace
 * Context and Baggage). Start at {@link dev.tenure.queue.trace.TraceContext}; a tracer implements
 * {@link dev.tenure.queue.trace.TracePropagation}. Must stay true: an item whose trace cannot be
 * read runs without one. Must not know threads or any tracer.
 */
@NullMarked
package dev.tenure.queue.trace;

import org.jspecify.annotations.NullMarked;
