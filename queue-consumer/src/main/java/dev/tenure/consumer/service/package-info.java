/**
 * The consumer as a whole: builds it, starts it, stops it and reads its status. Start at {@link
 * dev.tenure.consumer.service.Consumer}, which only wires the parts together.
 *
 * <p>Must stay true: a stop gives back each item that it does not finish, and this does not count
 * as a failed attempt. Must not know Spring, HTTP, or which engine is below.
 */
@NullMarked
package dev.tenure.consumer.service;

import org.jspecify.annotations.NullMarked;
