package dev.tenure.queue.external.store;

/**
 * Changes that an external store makes in the transaction that completes an item there: both take
 * place or neither. Each kind of store has a subtype, which it applies; others it refuses.
 */
public interface ExternalEffects {}
