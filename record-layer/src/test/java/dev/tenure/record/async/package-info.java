/** Tests of delays and of the pace of long work. */
@NullMarked
package dev.tenure.record.async;

import org.jspecify.annotations.NullMarked;
