package dev.tenure.queue.redrive;

import dev.tenure.queue.zone.DeadLetter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run would find.
 *
 * @param matching letters that are meant, however many one run may change
 * @param looked letters looked at
 * @param byType how many of each type are meant
 * @param byReason how many are meant of each reason, which is cut to its first line and 200
 *     characters; the first 100 reasons met
 * @param otherReasons how many are meant whose reason is not among those
 * @param examples the first ten that are meant
 * @param complete whether everything was looked at within the time
 */
public record RedrivePreview(
    long matching,
    long looked,
    Map<String, Long> byType,
    Map<String, Long> byReason,
    long otherReasons,
    List<DeadLetter> examples,
    boolean complete) {

  public RedrivePreview {
    byType = Collections.unmodifiableMap(new TreeMap<>(byType));
    byReason = Collections.unmodifiableMap(new TreeMap<>(byReason));
    examples = List.copyOf(examples);
  }
}
