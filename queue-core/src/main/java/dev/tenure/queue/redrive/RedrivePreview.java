package dev.tenure.queue.redrive;

import dev.tenure.queue.zone.DeadLetter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The letters that a run would change.
 *
 * @param matching the number of letters that the filter selects
 * @param looked the number of letters that were read
 * @param byType the number of selected letters of each type
 * @param byReason the number of selected letters for each of the first 100 reasons. A reason is the
 *     first line, cut to 200 characters, in which values are replaced by their kind: {@code
 *     <number>}, {@code <hex>}, {@code <uuid>}, {@code <id>}, {@code <text>}
 * @param reasonExamples for each of these reasons, the first line of one letter with its values
 * @param otherReasons the number of selected letters with other reasons
 * @param examples the first ten selected letters
 * @param complete whether all letters of the scope were read within the time
 * @param continuation the position for a run that selects, with the same filter, exactly the
 *     letters counted here
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
