/**
 * Visits one zone, takes a lease on its items and hands them to the workers (Algorithm 2). Start at
 * {@link dev.tenure.consumer.visit.Manager}; the transaction itself is queue-core's {@code
 * PointerVisits}.
 *
 * <p>Must stay true: a visit frees the slots and permits that it did not use; the scan learns all
 * that a visit met from its {@code VisitReport}. Must not know which zone is visited next.
 */
@NullMarked
package dev.tenure.consumer.visit;

import org.jspecify.annotations.NullMarked;
