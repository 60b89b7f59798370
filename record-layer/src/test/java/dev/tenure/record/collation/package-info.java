/** Tests of collations. */
@NullMarked
package dev.tenure.record.collation;

import org.jspecify.annotations.NullMarked;
