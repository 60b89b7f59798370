package dev.tenure.admin.rest;

import dev.tenure.queue.redrive.RedrivePreview;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of an action on dead letters, or its preview; one of the two is null. */
record RedriveResult(Optional<Report> report, Optional<Preview> preview) {

  /**
   * The result of an action.
   *
   * @param continuation the value to send with the same filter to continue; null when no letter is
   *     left
   */
  record Report(long changed, long skipped, long gone, long left, Optional<String> continuation) {}

  /**
   * The preview of an action.
   *
   * @param wouldChange the number of matching letters that one request changes at most
   * @param complete whether all letters were examined in time
   * @param continuation the value to send with the same filter to change the letters counted here,
   *     and none that was set aside later
   */
  record Preview(
      long matching,
      long wouldChange,
      long looked,
      boolean complete,
      Map<String, Long> byType,
      Map<String, Long> byReason,
      Map<String, String> reasonExamples,
      long otherReasons,
      List<Example> examples,
      String continuation) {}

  /** One letter. */
  record Example(String id, String type, DeadLetterKind kind, String reason, Instant at) {
    static Example of(DeadLetter letter) {
      return new Example(
          letter.item().id(), letter.item().type(), letter.kind(), letter.reason(), letter.at());
    }
  }

  static RedriveResult of(RedriveReport report) {
    return new RedriveResult(
        Optional.of(
            new Report(
                report.changed(),
                report.skipped(),
                report.gone(),
                report.left(),
                report.continuation())),
        Optional.empty());
  }

  static RedriveResult of(RedrivePreview preview, int most) {
    return new RedriveResult(
        Optional.empty(),
        Optional.of(
            new Preview(
                preview.matching(),
                Math.min(preview.matching(), most),
                preview.looked(),
                preview.complete(),
                preview.byType(),
                preview.byReason(),
                preview.reasonExamples(),
                preview.otherReasons(),
                preview.examples().stream().map(Example::of).toList(),
                preview.continuation())));
  }
}
