package dev.tenure.record.global;

/**
 * An index record: the paper's [ak, pk, g, v].
 *
 * @param owner the primary key of the data record that it refers to
 * @param version of the data record that the writer had read
 */
public record IndexRecord(IndexKey key, PrimaryKey owner, Version version)
    implements Versioned<IndexKey> {}
