/** Tests of metadata that changes, and of where it is stored. */
@NullMarked
package dev.tenure.record.evolution;

import org.jspecify.annotations.NullMarked;
