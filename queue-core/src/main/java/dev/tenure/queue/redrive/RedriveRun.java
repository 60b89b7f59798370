package dev.tenure.queue.redrive;

import dev.tenure.queue.redrive.LetterScan.Seen;
import dev.tenure.queue.redrive.RedriveSlice.Changes;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One run over the letters of a tenant. Each slice is planned, then committed. */
final class RedriveRun {
  private static final RunOptions LOOK =
      RunOptions.defaults().withName("redrive-look").withIdempotent(true);

  private final RecordDatabase environment;
  private final Letters letters;
  private final RedriveRequest request;
  private final Consumer<RedriveReport> progress;
  private final Instant begun;

  private RedrivePosition position;
  private boolean ended;
  private long changed;
  private long skipped;
  private long gone;

  RedriveRun(
      RecordDatabase environment,
      Letters letters,
      RedriveRequest request,
      Consumer<RedriveReport> progress) {
    this.environment = environment;
    this.letters = letters;
    this.request = request;
    this.progress = progress;
    this.begun = now();
    this.position =
        request
            .continuation()
            .map(text -> RedrivePosition.parse(text, request))
            .orElseGet(() -> RedrivePosition.start(request, begun));
  }

  CompletableFuture<RedriveReport> run() {
    return AsyncLoop.whileTrue(this::slice).thenCompose(done -> report());
  }

  private CompletableFuture<Boolean> slice() {
    Instant sliceBegun = now();
    long rest = request.limits().lettersMax() - changed;
    int most = (int) Math.min(rest, request.limits().sliceLetters());
    return letters.look(LOOK, position, most).thenCompose(seen -> commit(seen, sliceBegun));
  }

  private CompletableFuture<Boolean> commit(Seen seen, Instant sliceBegun) {
    return letters
        .change(seen.next().zone(), seen.matching())
        .thenCompose(
            changes -> {
              count(seen, changes);
              return pause(changes, sliceBegun);
            })
        .thenCompose(
            done ->
                ended
                    ? CompletableFuture.completedFuture(false)
                    : report()
                        .thenApply(
                            report -> {
                              progress.accept(report);
                              return !over();
                            }));
  }

  private void count(Seen seen, Changes changes) {
    changed += changes.changed();
    gone += changes.gone();
    skipped += seen.looked() - seen.matching().size();
    position = seen.next();
    ended = seen.ended();
  }

  private CompletableFuture<Void> pause(Changes changes, Instant sliceBegun) {
    Duration took = Duration.between(sliceBegun, now());
    return ended
        ? CompletableFuture.completedFuture(null)
        : environment.delay(request.limits().pace().waitAfter(changes.changed(), took));
  }

  private boolean over() {
    return changed >= request.limits().lettersMax()
        || !now().isBefore(begun.plus(request.limits().timeMax()));
  }

  private CompletableFuture<RedriveReport> report() {
    return letters
        .count(LOOK)
        .thenApply(
            left ->
                new RedriveReport(
                    changed,
                    skipped,
                    gone,
                    left,
                    ended ? Optional.empty() : Optional.of(position.text())));
  }

  private Instant now() {
    return environment.clock().instant();
  }
}
