package dev.tenure.bench.records;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;

import dev.tenure.examples.proto.Note;
import dev.tenure.record.metadata.Index;
import dev.tenure.record.metadata.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;

/** The records that are measured: notes of some 100 bytes, with as many indexes as asked for. */
final class BenchNotes {
  private static final String TEXT = "What is written in a note is about as long as a sentence. ";

  private static final List<Index> INDEXES =
      List.of(
          Index.value("by-text", field("text")),
          Index.value("by-text-and-number", concat(field("text"), field("number"))),
          Index.value("by-aborted", field("aborted")),
          Index.value("by-aborted-and-text", concat(field("aborted"), field("text"))));

  private BenchNotes() {}

  /** Metadata with the first of four value indexes. */
  static RecordMetaData metaData(RecordLayout layout, int indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Note.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("number")).layout(layout));
    INDEXES.subList(0, indexes).forEach(index -> builder.index("Note", index));
    return builder.build();
  }

  /** A note whose text is another in each round. */
  static Note note(long number, long round) {
    return Note.newBuilder().setNumber(number).setText(round + TEXT + number).build();
  }
}
