/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.range;

import org.jspecify.annotations.NullMarked;
