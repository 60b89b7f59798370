/** Tests of counters, summaries and the log of slow transactions. */
@NullMarked
package dev.tenure.record.meter;

import org.jspecify.annotations.NullMarked;
