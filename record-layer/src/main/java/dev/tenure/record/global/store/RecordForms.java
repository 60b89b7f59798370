package dev.tenure.record.global.store;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.Generation;
import dev.tenure.record.global.IndexKey;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.Version;
import dev.tenure.record.key.FanType;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.proto.GlobalDataRecord;
import dev.tenure.record.proto.GlobalIndexRecord;
import dev.tenure.record.proto.GlobalOwnedKey;
import dev.tenure.record.proto.GlobalVersion;
import dev.tenure.record.store.StoredRecord;
import java.util.Set;
import java.util.TreeSet;

/**
 * The metadata of a shard's store, and the forms of its records. Each change raises the version of
 * the metadata.
 */
final class RecordForms {
  /** The name of the local index, which has the secondary keys that each data record owns. */
  static final String LOCAL_INDEX = "owned-keys";

  static final RecordForm<PrimaryKey, DataRecord> DATA = new DataForm();
  static final RecordForm<IndexKey, IndexRecord> INDEX = new IndexForm();

  static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .recordType(
              GlobalDataRecord.getDefaultInstance(),
              type -> type.typeKey(1).primaryKey(field("primary_key")).layout(RecordLayout.SPLIT))
          .recordType(
              GlobalIndexRecord.getDefaultInstance(),
              type ->
                  type.typeKey(2)
                      .primaryKey(concat(field("name"), field("value"), field("member")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index(
              DATA.type(),
              Index.value(
                      LOCAL_INDEX,
                      nest("keys", FanType.FAN_OUT, concat(field("name"), field("value"))))
                  .subspaceKey(1))
          .build();

  private RecordForms() {}

  private static final class DataForm implements RecordForm<PrimaryKey, DataRecord> {
    @Override
    public String type() {
      return GlobalDataRecord.getDescriptor().getName();
    }

    @Override
    public Tuple primaryKey(PrimaryKey key) {
      return Tuple.from(key.value());
    }

    @Override
    public Message encode(DataRecord record) {
      GlobalDataRecord.Builder message =
          GlobalDataRecord.newBuilder()
              .setPrimaryKey(record.key().value())
              .setVersion(RecordForms.encode(record.version()))
              .setValue(record.value());
      for (SecondaryKey key : record.keys()) {
        message.addKeys(
            GlobalOwnedKey.newBuilder()
                .setName(key.name())
                .setValue(key.value())
                .setUnindexed(record.unindexed().contains(key)));
      }
      return message.build();
    }

    @Override
    public DataRecord decode(StoredRecord stored) {
      GlobalDataRecord message = stored.as(GlobalDataRecord.getDefaultInstance());
      Set<SecondaryKey> keys = new TreeSet<>();
      Set<SecondaryKey> unindexed = new TreeSet<>();
      for (GlobalOwnedKey each : message.getKeysList()) {
        SecondaryKey key = new SecondaryKey(each.getName(), each.getValue());
        keys.add(key);
        if (each.getUnindexed()) {
          unindexed.add(key);
        }
      }
      return new DataRecord(
          new PrimaryKey(message.getPrimaryKey()),
          RecordForms.decode(message.getVersion()),
          keys,
          unindexed,
          message.getValue());
    }
  }

  private static final class IndexForm implements RecordForm<IndexKey, IndexRecord> {
    @Override
    public String type() {
      return GlobalIndexRecord.getDescriptor().getName();
    }

    @Override
    public Tuple primaryKey(IndexKey key) {
      return Tuple.from(key.key().name(), key.key().value(), key.member());
    }

    @Override
    public Message encode(IndexRecord record) {
      return GlobalIndexRecord.newBuilder()
          .setName(record.key().key().name())
          .setValue(record.key().key().value())
          .setMember(record.key().member())
          .setOwner(record.owner().value())
          .setVersion(RecordForms.encode(record.version()))
          .build();
    }

    @Override
    public IndexRecord decode(StoredRecord stored) {
      GlobalIndexRecord message = stored.as(GlobalIndexRecord.getDefaultInstance());
      return new IndexRecord(
          new IndexKey(
              new SecondaryKey(message.getName(), message.getValue()), message.getMember()),
          new PrimaryKey(message.getOwner()),
          RecordForms.decode(message.getVersion()));
    }
  }

  private static GlobalVersion encode(Version version) {
    return GlobalVersion.newBuilder()
        .setTimestamp(version.generation().timestamp())
        .setClient(version.generation().client())
        .setCount(version.count())
        .build();
  }

  private static Version decode(GlobalVersion version) {
    return new Version(
        new Generation(version.getTimestamp(), version.getClient()), version.getCount());
  }
}
