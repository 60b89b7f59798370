/** Tests of structure. */
@NullMarked
package dev.tenure.record.structure;

import org.jspecify.annotations.NullMarked;
