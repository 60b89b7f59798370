package dev.tenure.queue.redrive;

import dev.tenure.queue.redrive.LetterScan.Seen;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Counts the letters that a run would change, and writes nothing. */
final class PreviewRun {
  private static final RunOptions LOOK =
      RunOptions.defaults().withName("redrive-preview").withIdempotent(true);
  private static final int REASONS_MAX = 100;
  private static final int REASON_CHARACTERS_MAX = 200;
  private static final int EXAMPLES_MAX = 10;

  private final RecordDatabase environment;
  private final Letters letters;
  private final RedriveRequest request;
  private final Instant begun;
  private final Map<String, Long> byType = new TreeMap<>();
  private final Map<String, Long> byReason = new TreeMap<>();
  private final Map<String, String> reasonExamples = new TreeMap<>();
  private final List<DeadLetter> examples = new ArrayList<>();

  private final RedrivePosition first;
  private RedrivePosition position;
  private boolean ended;
  private long matching;
  private long looked;
  private long otherReasons;

  PreviewRun(RecordDatabase environment, Letters letters, RedriveRequest request) {
    this.environment = environment;
    this.letters = letters;
    this.request = request;
    this.begun = environment.clock().instant();
    this.position =
        request
            .continuation()
            .map(text -> RedrivePosition.parse(text, request))
            .orElseGet(() -> RedrivePosition.start(request, begun));
    this.first = position;
  }

  CompletableFuture<RedrivePreview> run() {
    return AsyncLoop.whileTrue(this::slice)
        .thenApply(
            done ->
                new RedrivePreview(
                    matching,
                    looked,
                    byType,
                    byReason,
                    reasonExamples,
                    otherReasons,
                    examples,
                    ended,
                    counted()));
  }

  /** The position from which a run selects exactly the letters counted here. */
  private String counted() {
    return (ended ? first : first.until(position)).text();
  }

  private CompletableFuture<Boolean> slice() {
    return letters.look(LOOK, position, Integer.MAX_VALUE).thenApply(this::count);
  }

  private boolean count(Seen seen) {
    looked += seen.looked();
    matching += seen.matching().size();
    seen.matching().forEach(this::count);
    position = seen.next();
    ended = seen.ended();
    Instant now = environment.clock().instant();
    return !ended && now.isBefore(begun.plus(request.limits().timeMax()));
  }

  private void count(DeadLetter letter) {
    byType.merge(letter.item().type(), 1L, Long::sum);
    String line = letter.reason().lines().findFirst().orElse("");
    String reason = cut(ReasonFingerprint.of(line));
    if (byReason.containsKey(reason) || byReason.size() < REASONS_MAX) {
      byReason.merge(reason, 1L, Long::sum);
      reasonExamples.putIfAbsent(reason, cut(line));
    } else {
      otherReasons++;
    }
    if (examples.size() < EXAMPLES_MAX) {
      examples.add(letter);
    }
  }

  private static String cut(String line) {
    return line.length() <= REASON_CHARACTERS_MAX
        ? line
        : line.substring(0, REASON_CHARACTERS_MAX - 1) + "…";
  }
}
