/**
 * Whether a history is serializable, judged by values alone. Transactions append elements to lists
 * and read whole lists, so that each list shows the order of the appends to it. Start at {@link
 * dev.tenure.campaigns.blackbox.ListAppendCheck}. The idea is from Kingsbury and Alvaro, "Elle:
 * Inferring Isolation Anomalies from Experimental Observations" (VLDB 2020).
 */
@NullMarked
package dev.tenure.campaigns.blackbox;

import org.jspecify.annotations.NullMarked;
