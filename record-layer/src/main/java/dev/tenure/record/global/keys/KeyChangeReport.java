package dev.tenure.record.global.keys;

import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;

/**
 * What one run of a change did.
 *
 * @param changed records that were given keys, or lost them; and index records that were deleted
 * @param refused records whose derived key another record owns. The run counts them, and goes on;
 *     its position stays in front of the first
 * @param position where a later run goes on; empty when the change is complete
 */
public record KeyChangeReport(long changed, long refused, Optional<WalkPosition> position) {}
