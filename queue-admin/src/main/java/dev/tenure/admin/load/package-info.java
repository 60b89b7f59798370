/**
 * What clients that are slow, or many, may hold of the server: no client holds a thread. Start at
 * {@link dev.tenure.admin.load.ClientExchange}: it takes a body in before the request is served,
 * and gives the answer out after it was made, both without a thread that waits. A {@link
 * dev.tenure.admin.load.Lane} bounds how many requests of a kind are served. {@link
 * dev.tenure.admin.load.ConnectionRelief} closes connections that hold others up. Must stay true:
 * health, probes and metrics have threads that nothing else uses, not even one another.
 */
@NullMarked
package dev.tenure.admin.load;

import org.jspecify.annotations.NullMarked;
