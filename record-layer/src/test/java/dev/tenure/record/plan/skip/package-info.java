/** Tests of {@link dev.tenure.record.plan.skip}. */
@NullMarked
package dev.tenure.record.plan.skip;

import org.jspecify.annotations.NullMarked;
