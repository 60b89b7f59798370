package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.nest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.test.Rich;
import org.junit.jupiter.api.Test;

/** Metadata as deep as it may be comes back; deeper metadata is refused when it is encoded. */
final class DeepMetaDataTest {

  /** A record type beside message types that are declared inside one another. */
  private static RecordMetaData declaredInside(int levels) throws DescriptorValidationException {
    DescriptorProto inside = DescriptorProto.newBuilder().setName("M").build();
    for (int i = 1; i < levels; i++) {
      inside = DescriptorProto.newBuilder().setName("M").addNestedType(inside).build();
    }
    FieldDescriptorProto id =
        FieldDescriptorProto.newBuilder()
            .setName("id")
            .setNumber(1)
            .setType(FieldDescriptorProto.Type.TYPE_INT64)
            .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
            .build();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("deep.proto")
            .setSyntax("proto3")
            .addMessageType(inside)
            .addMessageType(DescriptorProto.newBuilder().setName("Deep").addField(id))
            .build();
    Descriptor deep =
        FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Deep");
    return RecordMetaData.builder().recordType(deep, type -> type.primaryKey(field("id"))).build();
  }

  private static RecordMetaData comesBack(RecordMetaData metaData) {
    return MetaDataCodec.decode(
        MetaDataCodec.encode(metaData), KeyFunctions.builtIn(), IndexTypes.builtIn(), "test");
  }

  @Test
  void messageTypesInsideOneAnotherComeBackUpToTheLimit() throws DescriptorValidationException {
    RecordMetaData most = declaredInside(100);
    assertEquals(most.recordTypes().size(), comesBack(most).recordTypes().size());

    RecordMetaData more = declaredInside(101);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> MetaDataCodec.encode(more));
    assertTrue(refused.toString().contains("deep.proto"), refused.getMessage());
    assertTrue(refused.toString().contains("nested_type"), refused.getMessage());
    assertTrue(refused.toString().contains("limit is 100"), refused.getMessage());
  }

  @Test
  void theDeepestConditionOnTheDeepestColumnComesBack() {
    KeyExpression column = field("int64_value");
    for (int i = 1; i < KeyExpression.DEPTH_MAX; i++) {
      column = nest("self", column);
    }
    QueryPredicate condition = Predicates.isNull(column);
    for (int i = 1; i < QueryPredicate.DEPTH_MAX; i++) {
      condition = Predicates.or(condition, Predicates.isNull(field("string_value")));
    }
    KeyExpression lists = field("int64_value");
    for (int i = 1; i < KeyExpression.DEPTH_MAX; i++) {
      lists = list(lists);
    }
    RecordMetaData metaData =
        RecordMetaData.builder()
            .recordType(Rich.getDefaultInstance(), type -> type.primaryKey(field("int64_value")))
            .index("Rich", Index.value("deep", column).where(condition))
            .index("Rich", Index.value("lists", lists))
            .build();

    assertEquals(metaData.indexes(), comesBack(metaData).indexes());
  }
}
