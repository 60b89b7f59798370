package dev.tenure.bench.records;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.literal;

import dev.tenure.examples.proto.Note;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.stream.IntStream;

/** The measured records: notes of about 100 bytes, with a given number of indexes. */
final class BenchNotes {
  private static final String TEXT = "What is written in a note is about as long as a sentence. ";

  private BenchNotes() {}

  /** Metadata with a number of value indexes, all of whose entries change with the text. */
  static RecordMetaData metaData(RecordLayout layout, int indexes) {
    return metaData(layout, IntStream.range(0, indexes).mapToObj(BenchNotes::index).toList());
  }

  private static Index index(int number) {
    return Index.value("by-text-" + number, concat(literal((long) number), field("text")));
  }

  /** Metadata with these indexes. */
  static RecordMetaData metaData(RecordLayout layout, List<Index> indexes) {
    RecordMetaData.Builder builder =
        RecordMetaData.builder()
            .version(1)
            .recordType(
                Note.getDefaultInstance(),
                type -> type.typeKey(1).primaryKey(field("number")).layout(layout));
    indexes.forEach(index -> builder.index("Note", index));
    return builder.build();
  }

  /** A note whose text differs in each round. */
  static Note note(long number, long round) {
    return Note.newBuilder().setNumber(number).setText(round + TEXT + number).build();
  }
}
