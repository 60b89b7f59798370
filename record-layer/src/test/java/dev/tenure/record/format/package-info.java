/** What is stored, as bytes: written the same for ever, and read without trust. */
@NullMarked
package dev.tenure.record.format;

import org.jspecify.annotations.NullMarked;
