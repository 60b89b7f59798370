/** Tests of queries and their planner. */
@NullMarked
package dev.tenure.record.plan;

import org.jspecify.annotations.NullMarked;
