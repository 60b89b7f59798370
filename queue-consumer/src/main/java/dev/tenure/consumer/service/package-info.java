/**
 * A consumer as a whole: it is built, started, stopped and looked into. Start at {@link
 * dev.tenure.consumer.service.Consumer}, which only wires the parts together.
 *
 * <p>Must stay true: a stop gives back whatever it does not finish, and nothing of it counts as a
 * failed attempt. Must not know Spring, HTTP, or which engine is below.
 */
@NullMarked
package dev.tenure.consumer.service;

import org.jspecify.annotations.NullMarked;
