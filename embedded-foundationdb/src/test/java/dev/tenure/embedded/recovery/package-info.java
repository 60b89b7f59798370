/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.recovery;

import org.jspecify.annotations.NullMarked;
