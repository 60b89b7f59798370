/** Tests of rank indexes, on the in-process engine. */
@NullMarked
package dev.tenure.record.index.rank;

import org.jspecify.annotations.NullMarked;
