@NullMarked
package dev.tenure.record.text;

import org.jspecify.annotations.NullMarked;
