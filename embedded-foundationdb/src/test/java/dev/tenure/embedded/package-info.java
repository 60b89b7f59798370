/** Tests of the package of the same name, and the clock other tests move by hand. */
@NullMarked
package dev.tenure.embedded;

import org.jspecify.annotations.NullMarked;
