/** Tests of {@link dev.tenure.record.plan.rank}. */
@NullMarked
package dev.tenure.record.plan.rank;

import org.jspecify.annotations.NullMarked;
