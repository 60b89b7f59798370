@NullMarked
package dev.tenure.record.index.aggregate;

import org.jspecify.annotations.NullMarked;
