package dev.tenure.admin.rest;

import dev.tenure.queue.redrive.RedrivePreview;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What became of dead letters, or would; one of both is null. */
record RedriveResult(Optional<Report> report, Optional<Preview> preview) {

  /**
   * What was done.
   *
   * @param continuation to be sent with the same filter to go on; null when nothing is left
   */
  record Report(long changed, long skipped, long gone, long left, Optional<String> continuation) {}

  /**
   * What would be.
   *
   * @param wouldChange how many of those that match one request changes at most
   * @param complete whether all letters were looked at in time
   * @param continuation to be sent with the same filter to change the letters counted here, and
   *     none that was set aside later
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
