@NullMarked
package dev.tenure.bench.paper;

import org.jspecify.annotations.NullMarked;
