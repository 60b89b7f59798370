/** Tests of the package of the same name. */
@NullMarked
package dev.tenure.embedded.commit;

import org.jspecify.annotations.NullMarked;
