package dev.tenure.record.evolution;

import java.time.Instant;

/**
 * One version in a metadata store.
 *
 * @param version the version of the metadata
 * @param savedAt the time of the save, by the clock of the process that saved it
 * @param bytes the size of the encoded metadata
 */
public record MetaDataVersion(int version, Instant savedAt, int bytes) {}
