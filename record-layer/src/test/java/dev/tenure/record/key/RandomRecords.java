package dev.tenure.record.key;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.test.Rich;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random messages of any type: few different values, the nasty ones among them. */
final class RandomRecords {
  private static final int NESTED_MAX = 3;
  private static final List<String> STRINGS =
      List.of("", "\0", "a", "a\0", "a\0b", "ab", "b", "é😀");
  private static final long[] LONGS = {
    0, 1, -1, 2, 3, -2, 255, 256, -256, Long.MAX_VALUE, Long.MIN_VALUE, Integer.MIN_VALUE
  };
  private static final double[] DOUBLES = {
    0.0, -0.0, 1.5, -1.5, Double.MIN_VALUE, Double.MAX_VALUE, Double.NEGATIVE_INFINITY
  };

  private final RandomGenerator random;

  RandomRecords(RandomGenerator random) {
    this.random = random;
  }

  /** A generated message, or a dynamic one of the same content. */
  Message rich() {
    Rich.Builder builder = Rich.newBuilder();
    fill(builder, 0);
    Rich message = builder.build();
    return random.nextInt(4) == 0 ? DynamicMessage.newBuilder(message).build() : message;
  }

  private void fill(Message.Builder builder, int depth) {
    Descriptor type = builder.getDescriptorForType();
    boolean isEntry = type.getOptions().getMapEntry();
    for (FieldDescriptor field : type.getFields()) {
      if (field.isRepeated()) {
        for (int left = random.nextInt(4); left > 0; left--) {
          addElement(builder, field, depth);
        }
      } else if (isEntry || random.nextBoolean()) {
        if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
          builder.setField(field, scalar(field));
        } else if (depth < NESTED_MAX) {
          builder.setField(field, nested(builder, field, depth));
        }
      }
    }
  }

  private void addElement(Message.Builder builder, FieldDescriptor field, int depth) {
    if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
      builder.addRepeatedField(field, scalar(field));
    } else if (depth < NESTED_MAX) {
      builder.addRepeatedField(field, nested(builder, field, depth));
    }
  }

  private Message nested(Message.Builder builder, FieldDescriptor field, int depth) {
    Message.Builder inside = builder.newBuilderForField(field);
    fill(inside, depth + 1);
    return inside.build();
  }

  private Object scalar(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case INT -> (int) longValue();
      case LONG -> longValue();
      case FLOAT -> (float) doubleValue();
      case DOUBLE -> doubleValue();
      case BOOLEAN -> random.nextBoolean();
      case STRING -> string();
      case BYTE_STRING -> ByteString.copyFromUtf8(string());
      case ENUM -> {
        var values = field.getEnumType().getValues();
        yield values.get(random.nextInt(values.size()));
      }
      case MESSAGE -> throw new IllegalArgumentException(field.getFullName());
    };
  }

  long longValue() {
    return random.nextInt(4) == 0 ? random.nextLong() : LONGS[random.nextInt(LONGS.length)];
  }

  double doubleValue() {
    return random.nextInt(4) == 0
        ? random.nextDouble() * 1000 - 500
        : DOUBLES[random.nextInt(DOUBLES.length)];
  }

  String string() {
    return STRINGS.get(random.nextInt(STRINGS.size()));
  }
}
