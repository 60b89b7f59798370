package dev.tenure.record.evolution;

import java.time.Instant;

/**
 * One version in a metadata store.
 *
 * @param version of the metadata
 * @param savedAt when it was saved, by the clock of who saved it
 * @param bytes how large it is
 */
public record MetaDataVersion(int version, Instant savedAt, int bytes) {}
