package dev.tenure.examples.addressbook;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;

import dev.tenure.examples.addressbook.proto.Call;
import dev.tenure.examples.addressbook.proto.Company;
import dev.tenure.examples.addressbook.proto.Person;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;

/** The metadata of an address book, and of the log of calls beside it. */
final class AddressBookSchema {
  static final KeyExpression CITY = nest("address", FanType.FAN_OUT, field("city"));

  static final RecordMetaData BOOK =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Person.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(field("id")).versioned())
          .recordType(Company.getDefaultInstance(), type -> type.typeKey(2).primaryKey(field("id")))
          .index("Person", Index.value("by-name", field("name")).covering(field("email")))
          .index("Person", Index.value("by-email", field("email")).unique())
          .index("Person", Index.value("by-city", CITY))
          .index("Person", Index.value("by-company", field("company")))
          .index("Person", Index.count("people", empty()))
          .index("Person", Index.count("people-by-city", CITY).clearWhenZero())
          .universalIndex(Index.value("by-updated", field("updated")))
          .build();

  static final RecordMetaData CALLS =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              Call.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(concat(field("person"), field("number"))))
          .index("Call", Index.value("by-topic", concat(field("person"), field("topic"))))
          .index("Call", Index.count("calls", field("person")).clearWhenZero())
          .build();

  private AddressBookSchema() {}
}
