@NullMarked
package dev.tenure.bench;

import org.jspecify.annotations.NullMarked;
