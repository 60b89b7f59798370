@NullMarked
package dev.tenure.bench.queries;

import org.jspecify.annotations.NullMarked;
