@NullMarked
package dev.tenure.bench.records;

import org.jspecify.annotations.NullMarked;
