package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Prints conditions; each comparison is read back before it counts as printed. */
record FilterPrinter(TextFields fields, @Nullable FieldDescriptor element) {
  private static final int PART_SHOWN_MAX = 200;

  FilterPrinter(TextFields fields) {
    this(fields, null);
  }

  String print(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.And and) {
      return joined(and.parts(), " AND ");
    }
    if (condition instanceof QueryPredicate.Or or) {
      return joined(or.parts(), " OR ");
    }
    if (condition instanceof QueryPredicate.Not not) {
      boolean isNotTwice = not.part() instanceof QueryPredicate.Not;
      return "NOT " + (isNotTwice ? "(" + print(not.part()) + ")" : inside(not.part()));
    }
    return readBack(condition);
  }

  private String joined(List<QueryPredicate> parts, String between) {
    return parts.stream().map(this::inside).collect(Collectors.joining(between));
  }

  private String inside(QueryPredicate part) {
    boolean isList = part instanceof QueryPredicate.And || part instanceof QueryPredicate.Or;
    return isList ? "(" + print(part) + ")" : print(part);
  }

  private String readBack(QueryPredicate condition) {
    String text = "";
    try {
      text = comparison(condition);
      if (parsed(text).equals(condition)) {
        return text;
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(unwritable(condition) + ": " + e.getMessage(), e);
    }
    throw new IllegalArgumentException(
        unwritable(condition) + ": " + text + " means another condition");
  }

  private QueryPredicate parsed(String text) {
    TextScanner scanner = new TextScanner("filter", text);
    return new FilterParser(scanner, new FieldConditions(fields, scanner, element)).filter();
  }

  private FieldPath path(KeyExpression column) {
    return element != null && column.equals(Predicates.element())
        ? FieldPath.element(element)
        : FunctionCall.of(column, fields)
            .map(FieldPath::of)
            .orElseGet(() -> FieldPath.of(fields.type(), column));
  }

  private String elements(QueryPredicate.OfElements of) {
    FieldPath repeated = path(of.repeated());
    FieldDescriptor leaf = repeated.leaf();
    FilterPrinter inside =
        repeated.isMessage()
            ? new FilterPrinter(fields.ofElements(leaf.getMessageType()), null)
            : new FilterPrinter(fields.ofElements(leaf.getContainingType()), leaf);
    return FilterParser.name(of.quantifier())
        + "("
        + repeated
        + ", "
        + inside.print(of.element())
        + ")";
  }

  private String unwritable(QueryPredicate condition) {
    String part = condition.toString();
    return (part.length() > PART_SHOWN_MAX ? part.substring(0, PART_SHOWN_MAX) + "…" : part)
        + " cannot be written as a filter of "
        + fields.type().getName();
  }

  private String comparison(QueryPredicate condition) {
    if (condition instanceof QueryPredicate.NullCheck check) {
      FieldPath path = path(check.column());
      if (check.wantsNull()) {
        return path + " = null";
      }
      return path + (path.knowsPresence() ? ":*" : " != null");
    }
    if (condition instanceof QueryPredicate.In in) {
      FieldPath path = path(in.column());
      return in.values().stream()
          .map(value -> literal(path, value.value()))
          .collect(Collectors.joining(", ", path + " in (", ")"));
    }
    if (condition instanceof QueryPredicate.InParameter in) {
      return path(in.column()) + " in $" + in.parameter().name();
    }
    if (condition instanceof QueryPredicate.Comparison comparison) {
      return compared(comparison);
    }
    if (condition instanceof QueryPredicate.OfElements of) {
      return elements(of);
    }
    if (condition instanceof QueryPredicate.TextMatch match) {
      return call(match);
    }
    throw noSuchCondition();
  }

  private static IllegalArgumentException noSuchCondition() {
    return new IllegalArgumentException("the filter language has no such condition");
  }

  private String call(QueryPredicate.TextMatch match) {
    FieldPath path = FieldPath.of(fields.type(), match.column());
    return TextFunctions.name(match.kind()).orElseThrow(FilterPrinter::noSuchCondition)
        + "("
        + path
        + ", "
        + operand(path, match.text(), Stars.NONE)
        + (match.distance() > 0 ? ", " + match.distance() : "")
        + (match.tokenizer().equals(Tokenizers.DEFAULT)
            ? ""
            : ", " + LiteralText.quoted(match.tokenizer()))
        + ")";
  }

  private String compared(QueryPredicate.Comparison comparison) {
    FieldPath path = path(comparison.column());
    Stars stars = Stars.of(comparison.operator());
    Operator operator = stars == Stars.NONE ? comparison.operator() : Operator.EQUAL;
    String sign =
        operator == Operator.EQUAL && path.fansOut() ? ":" : " " + CompareSign.of(operator) + " ";
    return path + sign + operand(path, comparison.operand(), stars);
  }

  private String operand(FieldPath path, Operand operand, Stars stars) {
    if (operand instanceof Operand.Parameter parameter) {
      return stars.around("$" + parameter.name());
    }
    if (operand instanceof Operand.Column column) {
      return stars.around("@" + path(column.column()));
    }
    String text = literal(path, ((Operand.Value) operand).literal().value());
    return stars == Stars.NONE ? text : stars.inside(text);
  }

  private static String literal(FieldPath path, @Nullable Object value) {
    return path.print(Objects.requireNonNull(value, "value"));
  }
}
