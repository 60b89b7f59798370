package dev.tenure.record.query.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.metadata.Protos;
import org.junit.jupiter.api.Test;

/** The examples of AIP-160 and of its grammar: what each means here, or why it is refused. */
final class AipExamplesTest {
  private static final Descriptor BOOLEANS =
      Protos.message("message M { bool a = 1; bool b = 2; bool c = 3; bool d = 4; }");
  private static final Descriptor NUMBER = Protos.message("message M { int32 a = 1; }");
  private static final Descriptor STRING = Protos.message("message M { string a = 1; }");

  private static void assertMeans(Descriptor type, String filter, String canonical) {
    assertEquals(canonical, FilterText.print(FilterText.parse(filter, type), type));
    assertEquals(canonical, FilterText.print(FilterText.parse(canonical, type), type));
  }

  private static void assertRefused(Descriptor type, String filter, int column, String why) {
    QueryTextException refused =
        assertThrows(QueryTextException.class, () -> FilterText.parse(filter, type), filter);
    assertEquals(column, refused.column(), refused.getMessage());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(why), message);
  }

  @Test
  void literals() {
    String bare = "has no comparison";
    for (String literal : new String[] {"42", "Hugo", "Victor Hugo", "Victor AND Hugo", "prod"}) {
      assertRefused(STRING, literal, 1, bare);
    }
    assertRefused(STRING, "\"Hugo\"", 1, bare);
    assertRefused(STRING, "New York Giants OR Yankees", 1, bare);
    assertRefused(STRING, "New York (Giants OR Yankees)", 1, bare);
    assertRefused(STRING, "-30", 2, bare);
    assertRefused(STRING, "expr.type_map.1.type", 1, bare);
  }

  @Test
  void operators() {
    assertMeans(BOOLEANS, "a = true AND b = true", "a = true AND b = true");
    assertMeans(BOOLEANS, "a = true OR b = true OR c = true", "a = true OR b = true OR c = true");
    assertMeans(
        BOOLEANS, "a = true AND b = true OR c = true", "a = true AND (b = true OR c = true)");
    assertMeans(
        BOOLEANS,
        "a = true b = true AND c = true AND d = true",
        "a = true AND b = true AND c = true AND d = true");
    assertMeans(
        BOOLEANS,
        "(a = true b = true) AND c = true AND d = true",
        "(a = true AND b = true) AND c = true AND d = true");
    assertMeans(BOOLEANS, "NOT a = true", "NOT a = true");
    assertMeans(BOOLEANS, "-a = true", "NOT a = true");
    assertMeans(BOOLEANS, "NOT (a = true OR b = true)", "NOT (a = true OR b = true)");
    assertMeans(NUMBER, "a < 10 OR a >= 100", "a < 10 OR a >= 100");
    assertMeans(
        Protos.message("message M { string file = 1; }"),
        "-file:\".java\"",
        "NOT file = \".java\"");
  }

  @Test
  void comparisons() {
    assertMeans(BOOLEANS, "a = true", "a = true");
    assertMeans(NUMBER, "a != 42", "a != 42");
    assertMeans(NUMBER, "a < 42", "a < 42");
    assertMeans(STRING, "a > \"foo\"", "a > \"foo\"");
    assertMeans(STRING, "a <= \"foo\"", "a <= \"foo\"");
    assertMeans(NUMBER, "a >= 42", "a >= 42");
    assertRefused(STRING, "a = \"*.foo\"", 5, "expected another at the end");
    assertMeans(
        Protos.message("message M { string package = 1; }"),
        "package=com.google",
        "package = \"com.google\"");
    assertMeans(
        Protos.message("message M { string msg = 1; }"), "msg != 'hello'", "msg != \"hello\"");
    assertRefused(NUMBER, "1 > 0", 1, "M has no field \"1\"");
    assertRefused(NUMBER, "2.5 >= 2.4", 1, "M has no field \"2\"");
    assertRefused(NUMBER, "yesterday < request.time", 1, "M has no field \"yesterday\"");
  }

  @Test
  void traversal() {
    Descriptor flag = Protos.message("message M { .B a = 1; } message B { bool b = 1; }");
    assertMeans(flag, "a.b = true", "a.b = true");
    Descriptor number = Protos.message("message M { .B a = 1; } message B { int64 b = 1; }");
    assertMeans(number, "a.b > 42", "a.b > 42");
    Descriptor deep =
        Protos.message(
            "message M { .B a = 1; } message B { .C b = 1; } message C { string c = 1; }");
    assertMeans(deep, "a.b.c = \"foo\"", "a.b.c = \"foo\"");
  }

  @Test
  void has() {
    Descriptor numbers = Protos.message("message M { repeated int32 r = 1; }");
    assertMeans(numbers, "r:42", "r:42");
    Descriptor elements =
        Protos.message(
            "message M { repeated .E r = 1; repeated .E e = 2; } message E { int32 foo = 1; }");
    assertMeans(elements, "r.foo:42", "r.foo:42");
    assertRefused(elements, "e.0.foo = 42", 3, "E has no field \"0\"");
    assertRefused(elements, "e[0].foo = 42", 1, "has no comparison");
    Descriptor map = Protos.message("message M { map<string, int32> m = 1; }");
    assertMeans(map, "m:foo", "m:\"foo\"");
    assertMeans(map, "m.foo:*", "m:\"foo\"");
    assertRefused(map, "m.foo:42", 3, "the value of one key of a map cannot be compared");
    Descriptor message =
        Protos.message("message M { .F m = 1; } message F { int32 foo = 1; string bar = 2; }");
    assertMeans(message, "m:foo", "m.foo != 0");
    assertMeans(message, "m.foo:*", "m.foo != 0");
    assertMeans(message, "m.foo:42", "m.foo = 42");
  }

  @Test
  void functions() {
    assertRefused(NUMBER, "regex(m.key, '^.*prod.*$')", 1, "regex(…) is not a function");
    assertRefused(NUMBER, "math.mem('30mb')", 1, "math.mem(…) is not a function");
    assertRefused(
        STRING, "(msg.endsWith('world') AND retries < 10)", 2, "msg.endsWith(…) is not a function");
    assertRefused(
        NUMBER, "a <= cohort(request.user)", 6, "cannot be compared by <= with \"cohort\"");
  }
}
