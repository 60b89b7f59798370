package dev.tenure.campaigns.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationCommandTest {
  private static final String COMPARISON =
      "shop.Till\tadd\tConditionalsBoundary\tif (sum > most) {";
  private static final String REASON = "\ta sum of exactly the most is refused elsewhere\n";

  @TempDir Path root;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void source() throws IOException {
    source(
        """
        package shop;

        class Till {
          void add() {
            if (sum > most) {
              run(() -> 1);
        """);
    write("survivors.tsv", "");
  }

  @Test
  void killedMutationsAreCounted() throws IOException {
    report(mutation("KILLED", "add", 5), mutation("TIMED_OUT", "add", 5));
    assertEquals(0, run());
    assertEquals("mutations=2 killed=2 percent=100 survivors=0 explained=0\n", text(out));
  }

  @Test
  void aSurvivorThatIsNotExplainedFails() throws IOException {
    report(mutation("KILLED", "add", 5), mutation("SURVIVED", "add", 5));
    assertEquals(1, run());
    assertTrue(text(out).contains("not explained: Till.java:5 SURVIVED\t" + COMPARISON), text(out));
    assertTrue(text(out).endsWith("mutations=2 killed=1 percent=50 survivors=1 explained=0\n"));
  }

  @Test
  void codeThatNoTestRunsSurvives() throws IOException {
    report(mutation("NO_COVERAGE", "add", 5));
    assertEquals(1, run());
  }

  @Test
  void anExplainedSurvivorPassesWhereverItsLineIs() throws IOException {
    write("survivors.tsv", COMPARISON + REASON);
    source(
        """
        package shop;



        class Till {
          void add() {
              if (sum > most) {
        """);
    report(mutation("SURVIVED", "add", 7));
    assertEquals(0, run());
    assertEquals("mutations=1 killed=0 percent=0 survivors=1 explained=1\n", text(out));
  }

  @Test
  void aLineExplainsOneSurvivor() throws IOException {
    write("survivors.tsv", COMPARISON + REASON);
    report(mutation("SURVIVED", "add", 5), mutation("SURVIVED", "add", 5));
    assertEquals(1, run());
    write("survivors.tsv", (COMPARISON + REASON).repeat(2));
    assertEquals(0, run());
  }

  @Test
  void aLambdaHasTheNameOfItsMethod() throws IOException {
    write("survivors.tsv", "shop.Till\tadd\tConditionalsBoundary\trun(() -> 1);" + REASON);
    report(mutation("SURVIVED", "lambda$add$17", 6));
    assertEquals(0, run());
  }

  @Test
  void anExplainedMutationThatIsKilledIsNamed() throws IOException {
    write("survivors.tsv", COMPARISON + REASON);
    report(mutation("KILLED", "add", 5));
    assertEquals(0, run());
    assertTrue(text(out).startsWith("explained, but killed: " + COMPARISON), text(out));
  }

  @Test
  void aLineWithoutExplanationIsAnError() throws IOException {
    write("survivors.tsv", COMPARISON + "\n");
    report(mutation("KILLED", "add", 5));
    assertEquals(2, run());
    assertTrue(text(err).contains("survivors.tsv:1 has 4 columns, 5 are needed"), text(err));
  }

  @Test
  void aReportWithoutMutationsIsAnError() throws IOException {
    report();
    assertEquals(2, run());
    assertTrue(text(err).contains("no mutation was made"), text(err));
  }

  @Test
  void aFileThatIsNoReportIsAnError() throws IOException {
    write("module/target/pit-reports/mutations.xml", "<mutations><mutation>");
    assertEquals(2, run());
    assertTrue(text(err).contains("mutations.xml is no report of PIT"), text(err));
  }

  private int run() {
    String[] arguments = {root.resolve("survivors.tsv").toString(), root.resolve("module") + ""};
    return MutationCommand.run(arguments, print(out), print(err));
  }

  private void source(String text) throws IOException {
    write("module/src/main/java/shop/Till.java", text);
  }

  private void report(String... mutations) throws IOException {
    write(
        "module/target/pit-reports/mutations.xml",
        "<mutations>" + String.join("\n", mutations) + "</mutations>");
  }

  private static String mutation(String status, String method, int line) {
    boolean detected = status.equals("KILLED") || status.equals("TIMED_OUT");
    return """
    <mutation detected='%s' status='%s' numberOfTestsRun='1'><sourceFile>Till.java</sourceFile>\
    <mutatedClass>shop.Till</mutatedClass><mutatedMethod>%s</mutatedMethod>\
    <methodDescription>()V</methodDescription><lineNumber>%d</lineNumber>\
    <mutator>org.pitest.mutationtest.engine.gregor.mutators.ConditionalsBoundaryMutator</mutator>\
    <indexes><index>22</index></indexes><blocks><block>4</block></blocks><killingTest/>\
    <description>changed conditional boundary</description></mutation>\
    """
        .formatted(detected, status, method, line);
  }

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
