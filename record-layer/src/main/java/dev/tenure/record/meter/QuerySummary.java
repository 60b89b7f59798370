package dev.tenure.record.meter;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The counts of one execution of a plan. None of its texts contains a value of the query, since
 * values can be personal data.
 *
 * @param name that the client has given the query; else the record types and a number that stands
 *     for the shape, the same one in every process
 * @param shape the query in words, with parameters in place of values
 * @param rows how many it has given
 * @param requests how many gets and ranges its operators have asked for
 * @param keys how many keys these have read
 * @param bytes of these keys and of their values
 * @param took from the opening of the cursor to its end
 * @param stop why it has ended: a reason of cursors, {@code CLOSED} or {@code FAILED}
 * @param plan the plan with what each operator has done, made when it is asked for
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
