/** Queries on the fixture that is customary in this field: a hundred records of a few columns. */
@NullMarked
package dev.tenure.record.plan.customary;

import org.jspecify.annotations.NullMarked;
