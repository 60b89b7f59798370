/** Tests of the index commands. */
@NullMarked
package dev.tenure.examples.index;

import org.jspecify.annotations.NullMarked;
