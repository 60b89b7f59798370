package dev.tenure.queue;

/**
 * Turns payloads of one schema version into those of the next, as bytes: the code that wrote the
 * old ones need not live on. Implementations are stateless.
 */
@FunctionalInterface
public interface PayloadUpgrader {

  /** What it throws parks the item. */
  EncodedPayload upgrade(EncodedPayload older);
}
