/** Slow and many clients. */
@NullMarked
package dev.tenure.admin.load;

import org.jspecify.annotations.NullMarked;
