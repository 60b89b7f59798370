/**
 * The work after an outage of an index shard during which writes were allowed: marked records are
 * repaired, and keys with several owners are listed for a person to decide.
 *
 * <p>Start at {@link dev.tenure.record.global.violation.RepairRun}, then {@link
 * dev.tenure.record.global.violation.Violations} with the commands that decide. What must stay
 * true: no command takes a key from a record unless a person named the record that keeps it.
 */
@NullMarked
package dev.tenure.record.global.violation;

import org.jspecify.annotations.NullMarked;
