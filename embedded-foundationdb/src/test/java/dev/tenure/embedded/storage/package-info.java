/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.storage;

import org.jspecify.annotations.NullMarked;
