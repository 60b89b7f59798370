@NullMarked
package dev.tenure.record.tuple;

import org.jspecify.annotations.NullMarked;
