package dev.tenure.examples.demo;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.proto.IndexNote;
import dev.tenure.examples.proto.Note;
import dev.tenure.examples.proto.NoteStats;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;
import java.time.Duration;

/** The record types of the demo's applications, and their work type. */
final class DemoSchema {
  static final String NOTE = "Note";
  static final String STATS = "NoteStats";
  static final String NOTE_COUNT = "note-count";
  static final Tuple STATS_KEY = Tuple.from(0);

  static final WorkType<IndexNote> INDEX_NOTE =
      WorkType.of("index-note", PayloadCodecs.protobuf(IndexNote.parser()))
          .withPolicy(
              WorkPolicy.defaults().withBackoff(Duration.ofMillis(200), Duration.ofSeconds(5)));

  private static final String[] APPLICATIONS = {"notes", "diary"};

  private DemoSchema() {}

  static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Note.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("number")))
        .recordType(
            NoteStats.getDefaultInstance(), type -> type.typeKey(2).primaryKey(field("key")))
        .index(NOTE, Index.count(NOTE_COUNT, field("aborted")).clearWhenZero())
        .include(QueueSchema.part())
        .build();
  }

  /** The tenant with a number. Even and odd tenants belong to different applications. */
  static TenantId tenant(int number) {
    return new TenantId(APPLICATIONS[number % 2], String.format("user-%06d", number));
  }
}
