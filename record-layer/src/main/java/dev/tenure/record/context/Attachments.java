package dev.tenure.record.context;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The state of other layers, by key. Safe for use by many threads. */
final class Attachments {
  private final Map<Object, Object> byKey = new HashMap<>();

  /** The object that was created by the first call with the key. */
  @SuppressWarnings("unchecked") // whoever knows the key knows the type of what it stands for
  synchronized <T> T get(Object key, Supplier<? extends T> ifAbsent) {
    Object attached = byKey.get(key);
    if (attached == null) {
      attached = ifAbsent.get();
      byKey.put(key, attached);
    }
    return (T) attached;
  }
}
