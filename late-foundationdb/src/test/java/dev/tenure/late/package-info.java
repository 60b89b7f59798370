/** Tests on a database below that answers when the test says so, and on a clock moved by hand. */
@NullMarked
package dev.tenure.late;

import org.jspecify.annotations.NullMarked;
