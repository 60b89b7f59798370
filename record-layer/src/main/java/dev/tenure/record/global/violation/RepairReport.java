package dev.tenure.record.global.violation;

import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Optional;

/**
 * The result of one repair run.
 *
 * @param repaired marked records whose keys all have index records now
 * @param violated marked records with a key that another record owns; {@link Violations} lists them
 * @param left marked records that other operations changed each time
 * @param position the position at which a later run continues; empty when all shards are done
 */
public record RepairReport(
    long repaired, long violated, long left, Optional<WalkPosition> position) {}
