/** Tests of conditions. */
@NullMarked
package dev.tenure.record.plan;

import org.jspecify.annotations.NullMarked;
