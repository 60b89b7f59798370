package dev.tenure.examples.classscheduling;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.version;
import static dev.tenure.record.query.Predicates.greater;

import dev.tenure.examples.classscheduling.proto.Attendance;
import dev.tenure.examples.classscheduling.proto.Mail;
import dev.tenure.examples.classscheduling.proto.Mailbox;
import dev.tenure.examples.classscheduling.proto.SchoolClass;
import dev.tenure.examples.classscheduling.proto.Waiting;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.definition.Index;
import dev.tenure.record.metadata.RecordMetaData;

/** The school's record types, and its two work types. */
final class ClassSchema {
  static final TenantId SCHOOL = new TenantId("class-scheduling", "autumn");

  static final String SEATS_ZONE = "seats";
  static final String MAIL_ZONE = "mail";

  /**
   * The work type that gives a free seat to the student who waits longest. The payload is the name
   * of the class.
   */
  static final WorkType<String> SEAT = WorkType.of("seat", PayloadCodecs.text());

  static final WorkType<Mail> MAIL = WorkType.of("mail", PayloadCodecs.protobuf(Mail.parser()));

  private ClassSchema() {}

  static RecordMetaData metaData() {
    return RecordMetaData.builder()
        .version(1)
        .recordType(
            SchoolClass.getDefaultInstance(), type -> type.typeKey(1).primaryKey(field("name")))
        .recordType(
            Attendance.getDefaultInstance(),
            type -> type.typeKey(2).primaryKey(concat(field("student"), field("class_name"))))
        .recordType(
            Waiting.getDefaultInstance(),
            type ->
                type.typeKey(3)
                    .primaryKey(concat(field("class_name"), field("student")))
                    .versioned())
        .recordType(
            Mailbox.getDefaultInstance(), type -> type.typeKey(4).primaryKey(field("student")))
        .recordType(
            Mail.getDefaultInstance(),
            type -> type.typeKey(5).primaryKey(concat(field("student"), field("number"))))
        .index(
            "SchoolClass",
            Index.value("available", field("name")).where(greater(field("seats_left"), 0)))
        .index("Attendance", Index.count("taken", field("class_name")).clearWhenZero())
        .index("Waiting", Index.version("by-arrival", concat(field("class_name"), version())))
        .include(QueueSchema.part())
        .build();
  }
}
