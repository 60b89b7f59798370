package dev.tenure.record.meter;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The counts of one execution of a plan. None of its texts contains a value of the query, since
 * values can be personal data.
 *
 * @param name the name that the client has given the query; otherwise the record types and a
 *     fingerprint of the shape, which is the same in every process
 * @param shape the query in words, with parameters in place of values
 * @param rows the number of rows that the execution has returned
 * @param requests the number of gets and range reads of its operators
 * @param keys the number of keys that these have read
 * @param bytes the bytes of these keys and their values
 * @param took the time from the opening of the cursor to its end
 * @param stop the reason of the end: a reason of cursors, {@code CLOSED} or {@code FAILED}
 * @param plan gives the plan with the counts of each operator; the text is made when it is
 *     requested
 */
public record QuerySummary(
    String name,
    String shape,
    long rows,
    long requests,
    long keys,
    long bytes,
    Duration took,
    String stop,
    Supplier<String> plan) {}
