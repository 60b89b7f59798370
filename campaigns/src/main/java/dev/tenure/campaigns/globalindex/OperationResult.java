package dev.tenure.campaigns.globalindex;

import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.GlobalIndexException;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.settings.OldKeysException;
import java.util.List;
import java.util.Optional;

/**
 * How an operation ended.
 *
 * @param found the record that a read gave, in the form of {@link Model}
 */
record OperationResult(Kind kind, Optional<Model.Row> found, String text) {
  enum Kind {
    DONE,
    ABSENT,
    EXISTS,
    TAKEN,
    /** No effect, since another operation was under way. */
    CONFLICT,
    /** No effect, since a shard was down. */
    DOWN,
    /** The operation crashed, or its last write was not answered. */
    UNKNOWN,
    /** A read met several owners of a key. */
    VIOLATED,
    /** An error that no operation may give. */
    UNEXPECTED
  }

  static final OperationResult CRASHED = of(Kind.UNKNOWN);

  static OperationResult of(Kind kind) {
    return new OperationResult(kind, Optional.empty(), "");
  }

  static OperationResult found(Optional<DataRecord> record) {
    return record
        .map(each -> new OperationResult(Kind.DONE, Optional.of(row(each)), ""))
        .orElse(of(Kind.ABSENT));
  }

  static Model.Row row(DataRecord record) {
    List<String> keys = record.keys().stream().map(SecondaryKey::value).toList();
    return new Model.Row(record.key().value(), keys, record.value().toStringUtf8());
  }

  static OperationResult failed(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    if (OldKeysException.within(plain) instanceof OldKeysException) {
      return of(Kind.CONFLICT);
    }
    if (!(plain instanceof GlobalIndexException own)) {
      return new OperationResult(Kind.UNEXPECTED, Optional.empty(), plain.toString());
    }
    return switch (own.reason()) {
      case RECORD_EXISTS -> of(Kind.EXISTS);
      case RECORD_ABSENT -> of(Kind.ABSENT);
      case KEY_TAKEN -> of(Kind.TAKEN);
      case CONFLICT -> of(Kind.CONFLICT);
      case SHARD_DOWN -> of(Kind.DOWN);
      case OUTCOME_UNKNOWN -> of(Kind.UNKNOWN);
      case KEY_VIOLATED -> of(Kind.VIOLATED);
      case KEY_NOT_READABLE ->
          new OperationResult(Kind.UNEXPECTED, Optional.empty(), own.toString());
    };
  }

  @Override
  public String toString() {
    return kind + found.map(row -> " " + row).orElse("") + text;
  }
}
