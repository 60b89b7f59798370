package dev.tenure.queue.redrive;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.queue.redrive.LetterScan.Seen;
import dev.tenure.queue.redrive.RedriveSlice.Changes;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.query.text.QueryTextException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The dead letters of a zone in an external store. They are read in pages, in the order of their
 * ids, and selected here. Each is changed by one operation of the store, if it is still the letter
 * that was read. After the letters of a slice, one transaction makes sure that consumers find them.
 * If the process dies before, the search for items without a pointer does that.
 */
final class ExternalLetters implements Letters {
  private static final int PAGE = 100;
  private static final RunOptions ARRIVING =
      RunOptions.defaults().withName("redrive-external").withIdempotent(true);

  private final QueueCluster cluster;
  private final RedriveRequest request;
  private final ExternalZoneName name;
  private final ExternalStore store;
  private final ZoneAddress zone;

  /**
   * @throws QueryTextException when the request has a filter as text, since the fields of letters
   *     in an external store have no index to be compared by
   */
  ExternalLetters(
      QueueCluster cluster, TenantId tenant, RedriveRequest request, ExternalZoneName name) {
    if (request.filter().text().isPresent()) {
      throw new QueryTextException(
          "filter", 1, "the dead letters of a zone in an external store have no filter as text");
    }
    this.cluster = cluster;
    this.request = request;
    this.name = name;
    this.store = cluster.options().externalStores().require(name.store());
    this.zone = new ZoneAddress(tenant, name.zone());
  }

  @Override
  public CompletableFuture<Seen> look(RunOptions run, RedrivePosition position, int matchesMax) {
    return position.zoneDone() || !hasWanted(position)
        ? CompletableFuture.completedFuture(new Seen(List.of(), 0, position.behindZone(), true))
        : store
            .deadLetters(zone, after(position), PAGE)
            .thenApply(page -> select(page, position, matchesMax));
  }

  /** Whether ids that the request names are left; always, when it names none. */
  private boolean hasWanted(RedrivePosition position) {
    List<String> ids = request.filter().ids();
    return ids.isEmpty() || ids.get(ids.size() - 1).compareTo(position.afterId()) > 0;
  }

  /** Where the next page begins. Before the next id that the request names, if it names ids. */
  private Optional<String> after(RedrivePosition position) {
    Optional<String> behind = Optional.of(position.afterId()).filter(id -> !id.isEmpty());
    Optional<String> before =
        request.filter().ids().stream()
            .filter(id -> id.compareTo(position.afterId()) > 0)
            .findFirst()
            .map(id -> id.substring(0, id.offsetByCodePoints(id.length(), -1)))
            .filter(prefix -> !prefix.isEmpty());
    return before.filter(prefix -> prefix.compareTo(position.afterId()) > 0).or(() -> behind);
  }

  private Seen select(List<DeadLetter> page, RedrivePosition from, int matchesMax) {
    List<DeadLetter> matching = new ArrayList<>();
    RedrivePosition position = from;
    int looked = 0;
    for (DeadLetter letter : page) {
      if (from.isBeyond(letter.item().id())) {
        return new Seen(matching, looked, position.behindZone(), true);
      }
      looked++;
      position = position.behind(letter.item().id());
      if (isSelected(letter, from)) {
        matching.add(letter);
      }
      if (matching.size() == matchesMax) {
        return new Seen(matching, looked, position, false);
      }
    }
    boolean last = page.size() < PAGE || !hasWanted(position);
    return new Seen(matching, looked, last ? position.behindZone() : position, last);
  }

  private boolean isSelected(DeadLetter letter, RedrivePosition from) {
    LetterFilter filter = request.filter();
    boolean isParked = letter.kind() == DeadLetterKind.PARKED;
    return letter.at().toEpochMilli() <= from.begunMillis()
        && filter.kind().stream().allMatch(kind -> (kind == DeadLetterKind.PARKED) == isParked)
        && filter.type().stream().allMatch(letter.item().type()::equals)
        && filter.reasonContains().stream().allMatch(letter.reason()::contains)
        && filter.diedFrom().stream().noneMatch(letter.at()::isBefore)
        && filter.diedBefore().stream().allMatch(letter.at()::isBefore)
        && (filter.ids().isEmpty() || filter.ids().contains(letter.item().id()));
  }

  @Override
  public CompletableFuture<Changes> change(String changed, List<DeadLetter> letters) {
    List<String> done = new ArrayList<>();
    return AsyncLoop.forEach(
            letters,
            letter ->
                change(letter)
                    .thenAccept(
                        outcome -> {
                          if (outcome == ZoneOutcome.DONE) {
                            done.add(letter.item().id());
                          }
                        }))
        .handle((all, error) -> Optional.ofNullable(error))
        .thenCompose(
            error ->
                announce(done)
                    .thenCompose(
                        told ->
                            error.isPresent()
                                ? CompletableFuture.failedFuture(error.get())
                                : CompletableFuture.completedFuture(
                                    new Changes(done.size(), letters.size() - done.size()))));
  }

  private CompletableFuture<ZoneOutcome> change(DeadLetter letter) {
    return switch (request.action()) {
      case REDRIVE -> store.redrive(zone, letter);
      case DELETE -> store.remove(zone, letter);
    };
  }

  private CompletableFuture<Void> announce(List<String> changed) {
    return changed.isEmpty() || request.action() == RedriveAction.DELETE
        ? CompletableFuture.completedFuture(null)
        : cluster.run(
            ARRIVING, zone.tenant(), tx -> tx.arrived(name, Duration.ZERO, changed.get(0)));
  }

  @Override
  public CompletableFuture<Long> count(RunOptions run) {
    List<ZoneCounts> last = new ArrayList<>();
    return AsyncLoop.whileTrue(
            () ->
                store
                    .zonesOf(zone.tenant(), last.stream().findFirst().map(ZoneCounts::zone), PAGE)
                    .thenApply(
                        page -> {
                          last.clear();
                          page.stream()
                              .filter(each -> each.zone().equals(zone.zone()))
                              .findFirst()
                              .or(
                                  () ->
                                      page.stream().skip(Math.max(0, page.size() - 1)).findFirst())
                              .ifPresent(last::add);
                          return page.size() == PAGE && !isFound(last);
                        }))
        .thenApply(done -> isFound(last) ? last.get(0).deadLetters() : 0L);
  }

  private boolean isFound(List<ZoneCounts> last) {
    return !last.isEmpty() && last.get(0).zone().equals(zone.zone());
  }
}
