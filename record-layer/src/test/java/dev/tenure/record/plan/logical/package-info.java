/** Tests of sets of records. */
@NullMarked
package dev.tenure.record.plan.logical;

import org.jspecify.annotations.NullMarked;
