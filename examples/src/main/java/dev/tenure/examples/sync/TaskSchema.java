package dev.tenure.examples.sync;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.version;
import static dev.tenure.record.query.Predicates.equal;

import dev.tenure.examples.sync.proto.Task;
import dev.tenure.record.definition.Index;
import dev.tenure.record.feed.ChangeFeed;
import dev.tenure.record.metadata.RecordMetaData;

/** The record types of the service and of a device. */
final class TaskSchema {
  static final RecordMetaData SERVICE =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Task.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(field("id")).versioned())
          .index("Task", Index.version("changes", concat(incarnation(), version())))
          .index(
              "Task",
              Index.version("deletions", concat(incarnation(), version()))
                  .where(equal(field("deleted"), true)))
          .build();

  static final ChangeFeed CHANGES = ChangeFeed.of("changes");

  static final ChangeFeed DELETIONS = ChangeFeed.of("deletions");

  static final RecordMetaData DEVICE =
      RecordMetaData.builder()
          .version(1)
          .recordType(Task.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("id")))
          .build();

  private TaskSchema() {}
}
