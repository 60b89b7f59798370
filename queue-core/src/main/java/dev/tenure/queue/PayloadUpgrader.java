package dev.tenure.queue;

/**
 * Turns payloads of one schema version into those of the next, as bytes: the code that wrote the
 * old ones need not live on. Implementations are stateless.
 */
@FunctionalInterface
public interface PayloadUpgrader {

  /** An exception that it throws, or null, parks the item; an error is a failed attempt. */
  EncodedPayload upgrade(EncodedPayload older);
}
