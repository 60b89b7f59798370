package dev.tenure.queue.redrive;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Selects dead letters. A letter is selected when it meets every condition; an empty condition is
 * always met.
 *
 * @param reasonContains the reason contains this text, case-sensitive, 1 to 2,000 characters
 * @param diedFrom it was set aside at this time or later
 * @param diedBefore it was set aside before this time
 * @param ids its id is one of these, at most 1,000; kept sorted and without duplicates
 */
public record LetterFilter(
    Optional<DeadLetterKind> kind,
    Optional<String> type,
    Optional<String> reasonContains,
    Optional<Instant> diedFrom,
    Optional<Instant> diedBefore,
    List<String> ids) {
  private static final LetterFilter ALL =
      new LetterFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  /**
   * @throws IllegalArgumentException which names what is out of range, the value and the limit
   */
  public LetterFilter {
    type.ifPresent(name -> QueueLimits.checkName("work type", name, QueueLimits.TYPE_BYTES_MAX));
    reasonContains.ifPresent(
        part ->
            QueueLimits.checkBetween(
                "reason part in characters", part.length(), 1, QueueLimits.ERROR_CHARACTERS_MAX));
    QueueLimits.checkBetween("ids", ids.size(), 0, QueueLimits.BATCH_ITEMS_MAX);
    ids.forEach(id -> QueueLimits.checkName("id", id, QueueLimits.ITEM_ID_BYTES_MAX));
    ids = List.copyOf(new TreeSet<>(ids));
  }

  /** Every dead letter. */
  public static LetterFilter all() {
    return ALL;
  }

  public LetterFilter withKind(DeadLetterKind newKind) {
    return new LetterFilter(Optional.of(newKind), type, reasonContains, diedFrom, diedBefore, ids);
  }

  public LetterFilter withType(String newType) {
    return new LetterFilter(kind, Optional.of(newType), reasonContains, diedFrom, diedBefore, ids);
  }

  public LetterFilter withReasonContaining(String part) {
    return new LetterFilter(kind, type, Optional.of(part), diedFrom, diedBefore, ids);
  }

  public LetterFilter withDiedFrom(Instant from) {
    return new LetterFilter(kind, type, reasonContains, Optional.of(from), diedBefore, ids);
  }

  public LetterFilter withDiedBefore(Instant before) {
    return new LetterFilter(kind, type, reasonContains, diedFrom, Optional.of(before), ids);
  }

  public LetterFilter withIds(Collection<String> newIds) {
    return new LetterFilter(kind, type, reasonContains, diedFrom, diedBefore, List.copyOf(newIds));
  }

  /** A hash of 64 bits, the same for equal filters in every process. */
  long fingerprint() {
    Tuple columns =
        Tuple.from(
                kind.map(Enum::name).orElse(null),
                type.orElse(null),
                reasonContains.orElse(null),
                diedFrom.map(Instant::toString).orElse(null),
                diedBefore.map(Instant::toString).orElse(null))
            .add(Tuple.fromList(ids));
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(columns.pack());
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime lacks SHA-256", e);
    }
  }

  /** Whether the letter is selected. */
  public boolean accepts(DeadLetter letter) {
    return kind.map(letter.kind()::equals).orElse(true)
        && type.map(letter.item().type()::equals).orElse(true)
        && reasonContains.map(letter.reason()::contains).orElse(true)
        && diedFrom.map(from -> !letter.at().isBefore(from)).orElse(true)
        && diedBefore.map(letter.at()::isBefore).orElse(true)
        && (ids.isEmpty() || ids.contains(letter.item().id()));
  }
}
