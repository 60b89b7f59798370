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
 * @param byReason how many are meant of each reason: its first line, in which numbers, hexadecimal
 *     numbers, UUIDs and quoted values are replaced by {@code <number>}, {@code <hex>}, {@code
 *     <uuid>} and {@code <text>}, cut to 200 characters; the first 100 reasons met
 * @param reasonExamples for each of those reasons, the first line of one letter's own
 * @param otherReasons how many are meant whose reason is not among those
 * @param examples the first ten that are meant
 * @param complete whether everything was looked at within the time
 * @param continuation a run with the same filter that goes on from it means the letters that were
 *     looked at here, and none that was set aside later
 */
public record RedrivePreview(
    long matching,
    long looked,
    Map<String, Long> byType,
    Map<String, Long> byReason,
    Map<String, String> reasonExamples,
    long otherReasons,
    List<DeadLetter> examples,
    boolean complete,
    String continuation) {

  public RedrivePreview {
    byType = Collections.unmodifiableMap(new TreeMap<>(byType));
    byReason = Collections.unmodifiableMap(new TreeMap<>(byReason));
    reasonExamples = Collections.unmodifiableMap(new TreeMap<>(reasonExamples));
    examples = List.copyOf(examples);
  }
}
