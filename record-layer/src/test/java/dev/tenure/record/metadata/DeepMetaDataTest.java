package dev.tenure.record.metadata;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.nest;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import dev.tenure.record.evolution.EvolutionViolation;
import dev.tenure.record.evolution.MetaDataEvolution;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.test.Rich;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Metadata as deep as it may be comes back; deeper metadata is refused when it is encoded. */
final class DeepMetaDataTest {
  /** So deep that recursion without a limit overflows the stack. */
  private static final int FAR_BEYOND = 5_000;

  private static final long LARGE_STACK_BYTES = 1L << 28;

  /** A record type beside message types that are declared inside one another. */
  private static RecordMetaData declaredInside(int levels) throws DescriptorValidationException {
    DescriptorProto inside = DescriptorProto.newBuilder().setName("M").build();
    for (int i = 1; i < levels; i++) {
      inside = DescriptorProto.newBuilder().setName("M").addNestedType(inside).build();
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("deep.proto")
            .setSyntax("proto3")
            .addMessageType(inside)
            .addMessageType(DescriptorProto.newBuilder().setName("Deep").addField(idField()))
            .build();
    Descriptor deep =
        FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Deep");
    return RecordMetaData.builder().recordType(deep, type -> type.primaryKey(field("id"))).build();
  }

  private static FieldDescriptorProto idField() {
    return FieldDescriptorProto.newBuilder()
        .setName("id")
        .setNumber(1)
        .setType(FieldDescriptorProto.Type.TYPE_INT64)
        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL)
        .build();
  }

  /** A record type in the last of files that import one another in a chain. */
  private static RecordMetaData importedInAChain(int files) throws DescriptorValidationException {
    FileDescriptor[] before = new FileDescriptor[0];
    for (int i = 1; i <= files; i++) {
      FileDescriptorProto.Builder file =
          FileDescriptorProto.newBuilder()
              .setName("file" + i + ".proto")
              .setSyntax("proto3")
              .addMessageType(DescriptorProto.newBuilder().setName("M" + i).addField(idField()));
      for (FileDescriptor imported : before) {
        file.addDependency(imported.getName());
      }
      before = new FileDescriptor[] {FileDescriptor.buildFrom(file.build(), before)};
    }
    return RecordMetaData.builder()
        .recordType(
            before[0].findMessageTypeByName("M" + files), type -> type.primaryKey(field("id")))
        .build();
  }

  /** Record types whose fields have one another's types in a chain. */
  private static RecordMetaData typedInAChain(int types) throws DescriptorValidationException {
    FileDescriptorProto.Builder file =
        FileDescriptorProto.newBuilder().setName("chain.proto").setSyntax("proto3");
    for (int i = 1; i <= types; i++) {
      DescriptorProto.Builder type = DescriptorProto.newBuilder().setName("M" + i);
      FieldDescriptorProto.Builder next =
          FieldDescriptorProto.newBuilder()
              .setName("next")
              .setNumber(2)
              .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
              .setTypeName(".M" + (i == 1 ? 1 : i - 1))
              .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
      file.addMessageType(type.addField(idField()).addField(next));
    }
    Descriptor last =
        FileDescriptor.buildFrom(file.build(), new FileDescriptor[0])
            .findMessageTypeByName("M" + types);
    return RecordMetaData.builder().recordType(last, type -> type.primaryKey(field("id"))).build();
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

  /** Protobuf makes descriptors of such a file only on a large stack. */
  @Test
  void messageTypesFarDeeperAreRefusedWithoutAnOverflow() throws InterruptedException {
    AtomicReference<RecordMetaData> made = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                made.set(declaredInside(FAR_BEYOND));
              } catch (DescriptorValidationException e) {
                throw new IllegalStateException(e);
              }
            },
            "large stack",
            LARGE_STACK_BYTES);
    thread.start();
    thread.join();
    RecordMetaData deep = Objects.requireNonNull(made.get());
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> MetaDataCodec.encode(deep));
    assertTrue(refused.toString().contains("limit is 100"), refused.getMessage());
  }

  @Test
  void filesThatImportOneAnotherInAChainComeBackUpToTheLimit()
      throws DescriptorValidationException {
    RecordMetaData most = importedInAChain(MetaDataCodec.FILES_MAX);
    RecordMetaData back = comesBack(most);
    assertEquals(most.recordTypes().size(), back.recordTypes().size());
    assertArrayEquals(MetaDataCodec.encode(most), MetaDataCodec.encode(back));

    for (int files : new int[] {MetaDataCodec.FILES_MAX + 1, FAR_BEYOND}) {
      RecordMetaData more = importedInAChain(files);
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> MetaDataCodec.encode(more));
      assertTrue(refused.toString().contains(files + " files"), refused.getMessage());
      assertTrue(refused.toString().contains("limit is 1000"), refused.getMessage());
    }
  }

  @Test
  void messageTypesInALongChainOfFieldsComeBack() throws DescriptorValidationException {
    RecordMetaData chain = typedInAChain(FAR_BEYOND);
    RecordMetaData back = comesBack(chain);
    assertEquals(chain.recordTypes().size(), back.recordTypes().size());
    RecordMetaData unchanged = comesBack(back);
    assertEquals(
        List.of("version-not-grown"),
        MetaDataEvolution.strict().violations(back, unchanged).stream()
            .map(EvolutionViolation::rule)
            .toList());
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
