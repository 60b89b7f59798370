package dev.tenure.record.store;

/**
 * When a record was loaded or saved: what it says is true in that transaction alone.
 *
 * @param transaction stands for the store in the transaction, by its identity
 * @param clears how many ranges the transaction had cleared
 */
record RecordOrigin(Object transaction, int clears) {}
