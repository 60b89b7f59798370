@NullMarked
package dev.tenure.record.index.text;

import org.jspecify.annotations.NullMarked;
