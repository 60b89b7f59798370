/**
 * Sets of records, by types and conditions: what is asked, without how it is read. Start at {@link
 * dev.tenure.record.plan.logical.RecordSet}. Knows no index.
 */
@NullMarked
package dev.tenure.record.plan.logical;

import org.jspecify.annotations.NullMarked;
