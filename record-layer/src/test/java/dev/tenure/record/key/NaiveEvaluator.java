package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates an expression by its definition: every kind as a list of tuples, nothing bound, nothing
 * shared with the evaluator under test but the functions.
 */
record NaiveEvaluator(long typeKey, RecordFacts facts) {

  List<Tuple> evaluate(KeyExpression expression, Message record) {
    Set<Tuple> seen = new TreeSet<>();
    return tuples(expression, new At(record, record.getDescriptorForType())).stream()
        .filter(seen::add)
        .toList();
  }

  /** A place for a message of a type, which may be empty. */
  private record At(@Nullable Message message, com.google.protobuf.Descriptors.Descriptor type) {

    FieldDescriptor field(String name) {
      return type.findFieldByName(name);
    }

    boolean has(FieldDescriptor field) {
      return message != null && (!field.hasPresence() || message.hasField(field));
    }

    @Nullable Object scalar(KeyExpression.Field wanted) {
      FieldDescriptor field = field(wanted.name());
      if (message != null && has(field)) {
        return element(field, message.getField(field));
      }
      return wanted.nulls() == NullRule.DEFAULT_VALUE
          ? element(field, field.getDefaultValue())
          : null;
    }

    List<Object> elements(String name) {
      FieldDescriptor field = field(name);
      List<Object> elements = new ArrayList<>();
      if (message != null) {
        for (Object element : (List<?>) message.getField(field)) {
          elements.add(element(field, element));
        }
      }
      return elements;
    }

    List<At> inside(String name) {
      FieldDescriptor field = field(name);
      var inside = field.getMessageType();
      if (!field.isRepeated()) {
        return List.of(
            new At(
                message != null && has(field) ? (Message) message.getField(field) : null, inside));
      }
      return message == null
          ? List.of()
          : ((List<?>) message.getField(field))
              .stream().map(element -> new At((Message) element, inside)).toList();
    }
  }

  private static Object element(FieldDescriptor field, Object value) {
    if (value instanceof EnumValueDescriptor constant) {
      return (long) constant.getNumber();
    }
    if (value instanceof ByteString bytes) {
      return bytes.toByteArray();
    }
    boolean unsigned = field.getType().name().matches("UINT.*|FIXED.*");
    if (value instanceof Integer number) {
      return unsigned ? (Object) Integer.toUnsignedLong(number) : (Object) number.longValue();
    }
    if (value instanceof Long number && unsigned) {
      return new BigInteger(Long.toUnsignedString(number));
    }
    return value;
  }

  private List<Tuple> tuples(KeyExpression expression, At at) {
    if (expression instanceof KeyExpression.Field field) {
      return field(field, at);
    } else if (expression instanceof KeyExpression.Nest nest) {
      return nest(nest, at);
    } else if (expression instanceof KeyExpression.Concat concat) {
      return product(concat.parts().stream().map(part -> tuples(part, at)).toList());
    } else if (expression instanceof KeyExpression.ListOf list) {
      return product(
          list.parts().stream()
              .map(part -> tuples(part, at).stream().map(Tuple::from).toList())
              .toList());
    } else if (expression instanceof KeyExpression.Split split) {
      return rows(at.elements(((KeyExpression.Field) split.repeated()).name()), split.rowColumns());
    } else if (expression instanceof KeyExpression.Function function) {
      return tuples(function.arguments(), at).stream().flatMap(row -> call(function, row)).toList();
    } else if (expression instanceof KeyExpression.Grouping grouping) {
      return tuples(grouping.whole(), at);
    } else if (expression instanceof KeyExpression.KeyWithValue keyWithValue) {
      return tuples(keyWithValue.whole(), at);
    }
    return List.of(constant(expression));
  }

  private Tuple constant(KeyExpression expression) {
    RecordVersion version = facts.version();
    if (expression instanceof KeyExpression.Literal literal) {
      return one(literal.value() instanceof ByteString b ? b.toByteArray() : literal.value());
    }
    if (expression instanceof KeyExpression.Version) {
      return one(version == null ? null : version.stamp());
    }
    if (expression instanceof KeyExpression.Incarnation) {
      return one(version == null ? null : (Object) (long) version.incarnation());
    }
    if (expression instanceof KeyExpression.Stored stored) {
      return one(
          switch (stored.column()) {
            case CREATED -> facts.createdMillis();
            case UPDATED -> facts.updatedMillis();
            case STORED_SIZE -> facts.storedBytes();
          });
    }
    return expression instanceof KeyExpression.RecordType ? one(typeKey) : new Tuple();
  }

  private static List<Tuple> field(KeyExpression.Field field, At at) {
    return switch (field.fan()) {
      case NONE -> List.of(one(at.scalar(field)));
      case FAN_OUT -> at.elements(field.name()).stream().map(NaiveEvaluator::one).toList();
      case CONCATENATE -> List.of(one(at.elements(field.name())));
    };
  }

  private List<Tuple> nest(KeyExpression.Nest nest, At at) {
    Stream<Tuple> all =
        at.inside(nest.name()).stream().flatMap(inside -> tuples(nest.child(), inside).stream());
    return nest.fan() == FanType.CONCATENATE
        ? List.of(one(all.map(Tuple::getItems).toList()))
        : all.toList();
  }

  private static List<Tuple> product(List<List<Tuple>> parts) {
    if (parts.stream().anyMatch(List::isEmpty)) {
      return List.of();
    }
    List<Tuple> lefts = List.of(new Tuple());
    for (List<Tuple> part : parts) {
      lefts =
          lefts.stream().flatMap(left -> part.stream().map(right -> left.addAll(right))).toList();
    }
    return lefts;
  }

  private static List<Tuple> rows(List<Object> elements, int width) {
    List<Tuple> rows = new ArrayList<>();
    for (int at = 0; at < elements.size(); at += width) {
      rows.add(Tuple.fromList(elements.subList(at, at + width)));
    }
    return rows;
  }

  private static Stream<Tuple> call(KeyExpression.Function function, Tuple row) {
    KeyFunction found = KeyFunctions.builtIn().find(function.name()).orElseThrow();
    return found.evaluate(row.getItems()).stream().map(Tuple::fromList);
  }

  private static Tuple one(@Nullable Object value) {
    return new Tuple().addObject(value);
  }
}
