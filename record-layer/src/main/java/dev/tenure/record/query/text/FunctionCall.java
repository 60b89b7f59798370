package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunction;
import dev.tenure.record.key.Keys;
import dev.tenure.record.key.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A column that a key function computes of fields and constants. A string in quotes is a constant,
 * and so is a whole number.
 *
 * @param arguments their texts
 */
record FunctionCall(KeyExpression column, ValueType type, List<String> arguments)
    implements CalledColumn {

  /** Resolves a call of a function, which the fields must have. */
  static FunctionCall of(PathText call, List<PathText> names, TextFields in, TextScanner scanner) {
    KeyFunction function = in.functions().find(call.segments().get(0).text()).orElseThrow();
    KeyFunction.Signature signature = function.signature();
    int expected = signature.parameters().size();
    if (names.size() != expected) {
      throw scanner.error(
          call.column(), call + " is of " + names.size() + " arguments, expected " + expected);
    }
    ValueType type = signature.results().get(0);
    if (signature.results().size() > 1 || signature.fansOut() || plain(type).isEmpty()) {
      throw scanner.error(
          call.column(), call + " does not give one number, string, truth or bytes");
    }
    List<KeyExpression> arguments = new ArrayList<>();
    for (int i = 0; i < expected; i++) {
      boolean isList = signature.parameters().get(i) == ValueType.LIST;
      arguments.add(argument(names.get(i), isList, in, scanner));
    }
    return scanner.made(
        call.column(),
        () -> {
          KeyExpression column =
              Keys.function(function.name(), arguments.toArray(KeyExpression[]::new));
          var unused = KeyEvaluator.bind(column, in.type(), 0, in.functions());
          return new FunctionCall(column, type, names.stream().map(PathText::written).toList());
        });
  }

  private static KeyExpression argument(
      PathText name, boolean isList, TextFields in, TextScanner scanner) {
    Optional<Object> constant = name.constant();
    if (constant.isPresent()) {
      return Keys.literal(constant.get());
    }
    FieldPath path = in.resolve(name, scanner);
    if (isList) {
      return scanner.made(name.column(), path.repeated()::concatenated);
    }
    if (path.isMessage() || path.fansOut() || path.mapKey() != null) {
      throw scanner.error(
          name.column(), path.described() + "; accepted here: a field that is not repeated");
    }
    return path.column();
  }

  /** The call that stands for a column of a function; empty when the column is no such call. */
  static Optional<FunctionCall> of(KeyExpression column, TextFields in) {
    if (!(column instanceof KeyExpression.Function function) || !in.hasFunction(function.name())) {
      return Optional.empty();
    }
    ValueType type =
        in.functions().find(function.name()).orElseThrow().signature().results().get(0);
    return plain(type)
        .map(
            unused ->
                new FunctionCall(
                    column,
                    type,
                    texts(function, field -> FieldPath.of(in.type(), field).toString())));
  }

  /** The texts of a function's arguments. */
  static List<String> texts(
      KeyExpression.Function function, Function<KeyExpression, String> ofField) {
    List<KeyExpression> arguments =
        function.arguments() instanceof KeyExpression.Concat several
            ? several.parts()
            : List.of(function.arguments());
    return arguments.stream()
        .map(
            each ->
                each instanceof KeyExpression.Literal constant
                    ? text(constant)
                    : ofField.apply(each))
        .toList();
  }

  private static String text(KeyExpression.Literal constant) {
    return constant.value() instanceof String text
        ? LiteralText.quoted(text)
        : String.valueOf(constant.value());
  }

  /** The call of a function. */
  static String print(String function, List<String> arguments) {
    return arguments.stream().collect(Collectors.joining(", ", function + "(", ")"));
  }

  /** The type of fields whose values are written in the same way; empty for values without text. */
  private static Optional<JavaType> plain(ValueType type) {
    return switch (type) {
      case INTEGER -> Optional.of(JavaType.LONG);
      case FLOAT, DOUBLE -> Optional.of(JavaType.DOUBLE);
      case BOOLEAN -> Optional.of(JavaType.BOOLEAN);
      case STRING -> Optional.of(JavaType.STRING);
      case BYTES -> Optional.of(JavaType.BYTE_STRING);
      case ANY, VERSIONSTAMP, LIST -> Optional.empty();
    };
  }

  @Override
  public Optional<Object> parse(String text) {
    return LiteralText.parse(plain(type).orElseThrow(), text);
  }

  @Override
  public String print(Object value) {
    return LiteralText.print(value);
  }

  @Override
  public String accepted() {
    return LiteralText.accepted(plain(type).orElseThrow());
  }

  @Override
  public String described() {
    return this + " is " + type.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean hasPrefixes() {
    return type == ValueType.STRING || type == ValueType.BYTES;
  }

  @Override
  public String toString() {
    return print(((KeyExpression.Function) column).name(), arguments);
  }
}
