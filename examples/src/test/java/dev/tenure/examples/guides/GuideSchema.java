package dev.tenure.examples.guides;

import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.proto.Note;
import dev.tenure.examples.proto.NoteStats;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.metadata.RecordMetaData;

/** What the tenants of the guides store. */
final class GuideSchema {
  static final TenantId READER = new TenantId("notes", "alice");
  static final Tuple STATS_KEY = Tuple.from(0);

  private GuideSchema() {}

  static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(Note.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("number")))
        .recordType(
            NoteStats.getDefaultInstance(), type -> type.typeKey(2).primaryKey(field("key")))
        .include(QueueSchema.part())
        .build();
  }

  static Note note(int number, String text) {
    return Note.newBuilder().setNumber(number).setText(text).build();
  }
}
