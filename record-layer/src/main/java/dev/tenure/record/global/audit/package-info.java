/**
 * The audit of a global index: finds and repairs what crashed clients and outages left.
 *
 * <p>Start at {@link dev.tenure.record.global.audit.Audit}. {@code DataCheck} judges data records,
 * {@code EntryCheck} index records. What must stay true: each finding was true at one instant,
 * whatever runs beside the audit; a repair is a step of the protocol, so that it cannot harm a
 * write under way.
 */
@NullMarked
package dev.tenure.record.global.audit;

import org.jspecify.annotations.NullMarked;
