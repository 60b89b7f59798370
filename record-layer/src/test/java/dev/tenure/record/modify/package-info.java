@NullMarked
package dev.tenure.record.modify;

import org.jspecify.annotations.NullMarked;
