/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.write;

import org.jspecify.annotations.NullMarked;
