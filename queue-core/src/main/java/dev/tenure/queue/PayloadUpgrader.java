package dev.tenure.queue;

/**
 * Turns a payload of one schema version into one of the next. Both are bytes, so that the classes
 * of the old version can be deleted. Implementations are stateless.
 */
@FunctionalInterface
public interface PayloadUpgrader {

  /**
   * Returns the payload of the next version. An exception or null parks the item; an {@link Error}
   * is a failed attempt.
   */
  EncodedPayload upgrade(EncodedPayload older);
}
