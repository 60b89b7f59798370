/**
 * The logical side of a query: sets of records, by types and conditions, without the way in which
 * they are read. Start at {@link dev.tenure.record.plan.logical.RecordSet}. This package knows no
 * index.
 */
@NullMarked
package dev.tenure.record.plan.logical;

import org.jspecify.annotations.NullMarked;
