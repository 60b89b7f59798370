package dev.tenure.spring;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadException;

/**
 * Makes items from payloads and the names of work types. The auto-configuration has one that
 * chooses the codec by the payload's Java type. Thread-safe.
 */
@FunctionalInterface
public interface ItemFactory {

  /**
   * An item of priority 8 without delay, with a random id and no group.
   *
   * @param type the name of the work type
   * @throws PayloadException when the payload cannot be encoded
   * @throws IllegalArgumentException when there is no codec of the payload, or the type's name or
   *     the payload is too long
   */
  NewItem item(String type, Object payload);

  /** A factory without codecs, which refuses every payload. */
  static ItemFactory none() {
    return (type, payload) -> {
      throw new IllegalArgumentException(
          "no codec of a payload of %s: the template was made without an ItemFactory; enqueue"
                  .formatted(payload.getClass().getName())
              + " NewItem.of(WORK_TYPE, payload)");
    };
  }
}
