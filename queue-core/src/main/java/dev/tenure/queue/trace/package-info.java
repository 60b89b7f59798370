/**
 * Trace context from producers to handlers, in items' attributes (W3C Trace Context and Baggage).
 * Start at {@link dev.tenure.queue.trace.TraceContext}; a tracer plugs in as {@link
 * dev.tenure.queue.trace.TracePropagation}. Must stay true: a trace that cannot be read never
 * stands in the way of the work. Must not know threads, nor any tracer.
 */
@NullMarked
package dev.tenure.queue.trace;

import org.jspecify.annotations.NullMarked;
