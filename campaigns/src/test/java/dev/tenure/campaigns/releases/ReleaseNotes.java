package dev.tenure.campaigns.releases;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.version;

import dev.tenure.campaigns.releases.proto.ReleaseNote;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The records of the data, and their metadata with an index of each type. */
final class ReleaseNotes {
  static final String TYPE = "ReleaseNote";
  static final int COUNT = 60;

  /** Saved twice, the second time with other points. */
  static final int CHANGED_EVERY = 7;

  /** Saved, and deleted again. */
  static final int DELETED_EVERY = 11;

  /** Longer than a value may be, so that its record is split. */
  static final long SPLIT = 5;

  private static final int LONG_TEXT_WORDS = 25_000;
  private static final List<String> WORDS =
      List.of("call", "me", "ishmael", "some", "years", "ago", "never", "mind", "how", "long");

  private static final KeyExpression TEAM = field("team");
  private static final KeyExpression POINTS = field("points");

  /** One index of each type. */
  static final List<Index> INDEXES =
      List.of(
          Index.value("by-points", POINTS),
          Index.value("by-number", field("number")).unique(),
          Index.value("by-tag", field("tags", FanType.FAN_OUT)),
          Index.count("count", TEAM).clearWhenZero(),
          Index.version("changes", version()),
          Index.of("updates", Index.COUNT_UPDATES, TEAM),
          Index.aggregate("not-null", Index.COUNT_NOT_NULL, TEAM, field("text")),
          Index.aggregate("sum", Index.SUM, TEAM, POINTS),
          Index.aggregate("min-long", Index.MIN_EVER_LONG, TEAM, POINTS),
          Index.aggregate("max-long", Index.MAX_EVER_LONG, TEAM, POINTS),
          Index.aggregate("min-tuple", Index.MIN_EVER_TUPLE, empty(), concat(TEAM, POINTS)),
          Index.aggregate("max-tuple", Index.MAX_EVER_TUPLE, empty(), concat(TEAM, POINTS)),
          Index.aggregate("last-version", Index.MAX_EVER_VERSION, empty(), version()),
          permuted("permuted-min", Index.PERMUTED_MIN),
          permuted("permuted-max", Index.PERMUTED_MAX),
          Index.of("bitmap", Index.BITMAP_VALUE, grouping(concat(TEAM, field("number")), 1)),
          Index.rank("rank", POINTS),
          Index.of("text", TextIndexType.NAME, grouping(field("text"), 1)));

  private ReleaseNotes() {}

  private static Index permuted(String name, String type) {
    return Index.of(name, type, grouping(concat(TEAM, POINTS), 1)).option(Index.PERMUTED_SIZE, "1");
  }

  /** Of the tenants' stores: the notes and the queue. */
  static RecordMetaData metaData() {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                ReleaseNote.getDefaultInstance(),
                type ->
                    type.typeKey(1)
                        .primaryKey(field("number"))
                        .layout(RecordLayout.SPLIT)
                        .versioned())
            .include(QueueSchema.part());
    INDEXES.forEach(index -> builder.index(TYPE, index));
    return builder.build();
  }

  /**
   * A note as it is saved.
   *
   * @param round 0 the first time, 1 when it is changed
   */
  static ReleaseNote note(long number, int round) {
    long points = number * 7_919 % 1_000 + 1_000L * round;
    StringBuilder text = new StringBuilder();
    int words = number == SPLIT ? LONG_TEXT_WORDS : 8;
    for (int i = 0; i < words; i++) {
      text.append(WORDS.get((int) ((number + i) % WORDS.size()))).append(' ');
    }
    return ReleaseNote.newBuilder()
        .setNumber(number)
        .setTeam("team " + number % 4)
        .setPoints(points)
        .setText(text.append("number").append(number).toString())
        .addTags("tag " + number % 3)
        .addTags("tag " + (10 + number % 5))
        .build();
  }

  /** The notes that the data holds, by their numbers. */
  static SortedMap<Long, ReleaseNote> expected() {
    SortedMap<Long, ReleaseNote> notes = new TreeMap<>();
    for (long number = 1; number <= COUNT; number++) {
      if (number % DELETED_EVERY != 0) {
        notes.put(number, note(number, number % CHANGED_EVERY == 0 ? 1 : 0));
      }
    }
    return notes;
  }
}
