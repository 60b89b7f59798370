/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.conflict;

import org.jspecify.annotations.NullMarked;
