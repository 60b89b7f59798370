package dev.tenure.record.global;

/**
 * Tells apart all data records that were ever created under one primary key (the paper's g). No two
 * creations have the same generation. Generations of different clients have no order.
 *
 * @param timestamp the time by the client's clock; it never goes back
 * @param client the id of the client, which no other client has or had
 */
public record Generation(long timestamp, long client) {}
