package dev.tenure.record.meter;

import java.time.Duration;

/**
 * The planning of one query.
 *
 * @param name the name of the query, or a short name of its shape; see {@link QuerySummary#name}
 * @param remembered whether the plan was already in the cache
 * @param took the time to find or to make the plan
 */
public record QueryPlanning(String name, boolean remembered, Duration took) {}
