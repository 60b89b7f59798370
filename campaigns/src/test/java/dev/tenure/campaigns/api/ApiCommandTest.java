package dev.tenure.campaigns.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiCommandTest {
  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @ValueSource(strings = {"shop.Till", "shop.Till.Drawer", "shop.*"})
  void lineForTheTypeOrWhatItLiesInCoversIt(String old) throws IOException {
    assertEquals(0, run(old, type("shop.Till$Drawer", "REMOVED", "PUBLIC")));
    assertEquals("removed=1 missing=0\n", text(out));
  }

  @Test
  void removedTypeThatIsNotInTheTableFails() throws IOException {
    assertEquals(1, run("shop.Tills", type("shop.Till", "REMOVED", "PUBLIC")));
    assertTrue(text(out).contains("removed, and not in the table: shop.Till\n"), text(out));
    assertTrue(text(out).contains("in the table, and not removed: shop.Tills\n"), text(out));
    assertTrue(text(out).endsWith("removed=1 missing=1\n"), text(out));
  }

  @Test
  void typesThatUsersCouldNotNameAreLeftOut() throws IOException {
    String hidden = type("shop.Till", "MODIFIED", "PACKAGE_PROTECTED");
    String nested = type("shop.Till$Drawer", "REMOVED", "PUBLIC");
    assertEquals(0, run("shop.Other", hidden + nested + type("shop.Key", "REMOVED", "PRIVATE")));
    assertTrue(text(out).endsWith("removed=0 missing=0\n"), text(out));
  }

  @Test
  void memberIsRemovedWhenItsNameIs() throws IOException {
    String members =
        member("method", "add", "REMOVED", "PUBLIC")
            + member("method", "add", "NEW", "PUBLIC")
            + member("method", "sum", "REMOVED", "PUBLIC")
            + member("field", "most", "REMOVED", "PRIVATE")
            + member("constructor", "Till", "REMOVED", "PRIVATE");
    assertEquals(1, run("shop.Other", type("shop.Till", "MODIFIED", "PUBLIC", members)));
    assertTrue(text(out).startsWith("removed, and not in the table: shop.Till.sum\n"), text(out));
    assertTrue(text(out).endsWith("removed=1 missing=1\n"), text(out));
  }

  @Test
  void lineForAMemberMayHaveItsParameters() throws IOException {
    String members = member("method", "sum", "REMOVED", "PROTECTED");
    assertEquals(0, run("shop.Till.sum(int)", type("shop.Till", "MODIFIED", "PUBLIC", members)));
  }

  @Test
  void lineWithoutReasonIsRefused() throws IOException {
    assertEquals(2, run("shop.Till\t", type("shop.Till", "REMOVED", "PUBLIC")));
    assertTrue(text(err).contains("table.tsv:2 needs two columns"), text(err));
  }

  @Test
  void reportThatWasCutIsRefused() throws IOException {
    assertEquals(2, run("shop.Till", "<class"));
    assertTrue(text(err).contains("is no report of japicmp"), text(err));
  }

  private int run(String old, String classes) throws IOException {
    Path table = directory.resolve("table.tsv");
    Files.writeString(table, "0.1.0\t0.2.0\n" + old + (old.contains("\t") ? "" : "\tnew") + "\n");
    Path report = directory.resolve("api.xml");
    Files.writeString(report, "<japicmp><classes>" + classes + "</classes></japicmp>");
    String[] arguments = {table.toString(), report.toString()};
    return ApiCommand.run(arguments, new PrintStream(out, true), new PrintStream(err, true));
  }

  private static String type(String name, String status, String access) {
    return type(name, status, access, "");
  }

  private static String type(String name, String status, String access, String members) {
    return "<class changeStatus=\"%s\" fullyQualifiedName=\"%s\">%s%s</class>"
        .formatted(status, name, members, modifier(access));
  }

  private static String member(String kind, String name, String status, String access) {
    return "<%1$s changeStatus=\"%2$s\" name=\"%3$s\">%4$s</%1$s>"
        .formatted(kind, status, name, modifier(access));
  }

  private static String modifier(String access) {
    return "<modifiers><modifier oldValue=\"NON_FINAL\"/><modifier oldValue=\""
        + access
        + "\"/></modifiers>";
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
