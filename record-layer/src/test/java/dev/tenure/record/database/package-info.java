/** Tests of the runner: retries, time limits, commits whose result is unknown. */
@NullMarked
package dev.tenure.record.database;

import org.jspecify.annotations.NullMarked;
