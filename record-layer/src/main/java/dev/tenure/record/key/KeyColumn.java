package dev.tenure.record.key;

/**
 * One column of a key expression, by what it holds: two columns of one message type with equal
 * paths that do not fan out hold equal values.
 *
 * @param path the dotted field path from the record, or the text of a constant
 * @param fansOut whether a repeated field on the path gives one tuple for each element
 */
public record KeyColumn(String path, boolean fansOut) {}
