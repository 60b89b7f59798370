/**
 * Bounds the resources that slow or many clients can hold: no client holds a thread. Start at
 * {@link dev.tenure.admin.load.ClientExchange}. It receives the body before the request is served
 * and sends the answer after it is complete, both without a waiting thread. A {@link
 * dev.tenure.admin.load.Lane} bounds how many requests of a kind are served. {@link
 * dev.tenure.admin.load.ConnectionRelief} closes connections that hold others up. Must stay true:
 * health, probes and metrics have threads that nothing else uses, not even one another.
 */
@NullMarked
package dev.tenure.admin.load;

import org.jspecify.annotations.NullMarked;
