package dev.tenure.record.meter;

import java.time.Duration;

/**
 * How a query got its plan.
 *
 * @param name of the query, or short for its shape; see {@link QuerySummary#name}
 * @param remembered whether the plan was there
 * @param took how long it took to find or to make it
 */
public record QueryPlanning(String name, boolean remembered, Duration took) {}
