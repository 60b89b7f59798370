package dev.tenure.record;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;

import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.HotItem;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Plain;

/** The metadata the tests share, with each kind of index. */
public final class Notes {
  public static final RecordMetaData META_DATA = builder().build();

  private Notes() {}

  public static RecordMetaData.Builder builder() {
    return RecordMetaData.builder()
        .version(3)
        .recordType(Note.getDefaultInstance(), type -> type.primaryKey(field("id")).typeKey(1))
        .recordType(
            HotItem.getDefaultInstance(),
            type ->
                type.primaryKey(concat(field("zone"), field("id")))
                    .layout(RecordLayout.SINGLE_KEY)
                    .typeKey(2))
        .recordType(
            Plain.getDefaultInstance(),
            type ->
                type.primaryKey(field("id"))
                    .layout(RecordLayout.SINGLE_KEY)
                    .recordBytesMax(1_000)
                    .typeKey(3))
        .index("Note", Index.value("by-tag", concat(field("tag", FanType.FAN_OUT), field("id"))))
        .index("Note", Index.value("by-title", field("title")).covering(field("color")))
        .index("Note", Index.value("by-author", field("author")).unique())
        .index("Note", Index.value("by-city", nest("place", field("city"))))
        .index("Note", Index.count("notes", empty()))
        .index("Note", Index.count("tags", field("tag", FanType.FAN_OUT)).clearWhenZero())
        .index(
            "HotItem",
            Index.value("by-vesting", concat(field("zone"), field("priority"), field("vesting")))
                .covering(field("type")))
        .index(
            "HotItem", Index.count("items", concat(field("zone"), field("type"))).clearWhenZero());
  }

  public static HotItem item(String zone, String id, long vesting) {
    return HotItem.newBuilder()
        .setZone(zone)
        .setId(id)
        .setType("mail")
        .setPriority(4)
        .setVesting(vesting)
        .build();
  }
}
