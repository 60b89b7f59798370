/** Tests of structures in the key space. */
@NullMarked
package dev.tenure.record.structure;

import org.jspecify.annotations.NullMarked;
