/** Tests of key expressions. */
@NullMarked
package dev.tenure.record.key;

import org.jspecify.annotations.NullMarked;
