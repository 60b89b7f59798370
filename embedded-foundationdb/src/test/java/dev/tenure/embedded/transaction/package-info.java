/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.transaction;

import org.jspecify.annotations.NullMarked;
