/** Tests of index. */
@NullMarked
package dev.tenure.record.index;

import org.jspecify.annotations.NullMarked;
