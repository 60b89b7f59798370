/** Tests of conditions. */
@NullMarked
package dev.tenure.record.query;

import org.jspecify.annotations.NullMarked;
