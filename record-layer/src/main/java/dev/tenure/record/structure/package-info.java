/**
 * Data structures in the key space, each below a key prefix of its own.
 *
 * <p>Start at the class that is named for the structure. What must stay true: a structure conflicts
 * only where another transaction could change its answer, and any bytes it finds either are its own
 * or give a typed error. It knows neither records nor indexes.
 */
@NullMarked
package dev.tenure.record.structure;

import org.jspecify.annotations.NullMarked;
