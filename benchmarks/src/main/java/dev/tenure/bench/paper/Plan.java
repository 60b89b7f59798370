package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.ServiceTimes;
import java.io.PrintStream;

/**
 * What a run of figures is given.
 *
 * @param tenants of the population that load is drawn from
 * @param seconds virtual, of each measurement under load
 * @param out for lines about what goes on
 */
record Plan(long seed, int tenants, int seconds, ServiceTimes times, PrintStream out) {}
