package dev.tenure.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./tenure} in a checkout that was never built, with a Maven and a Java that tell. */
final class TenureScriptTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  @TempDir private Path checkout;

  private record Ran(int exitCode, String out, String errors) {}

  @BeforeEach
  void checkOut() throws IOException {
    Files.copy(ROOT.resolve("tenure"), checkout.resolve("tenure"));
    Files.copy(ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
    Path help = Files.createDirectories(checkout.resolve("config/help"));
    Files.writeString(checkout.resolve("config/releases.tsv"), "version\tcommit\tdate\n");
    try (var texts = Files.list(ROOT.resolve("config/help"))) {
      for (Path text : texts.toList()) {
        Files.copy(text, help.resolve(text.getFileName()));
      }
    }
    Files.createDirectories(checkout.resolve("bin"));
    stub("mvn", "echo mvn >> \"$0.called\"; exit 1");
    stub("java", "echo \"java $*\"");
  }

  private void stub(String name, String script) throws IOException {
    Path file = checkout.resolve("bin").resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private boolean mavenWasCalled() {
    return Files.exists(checkout.resolve("bin/mvn.called"));
  }

  private Ran tenure(String... arguments) throws IOException, InterruptedException {
    return tenure(Map.of(), arguments);
  }

  private Ran tenure(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", checkout.resolve("tenure").toString()));
    command.addAll(List.of(arguments));
    File out = checkout.resolve("out").toFile();
    File errors = checkout.resolve("errors").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out).redirectError(errors);
    builder.environment().remove("JAVA_HOME");
    builder.environment().putAll(environment);
    builder
        .environment()
        .merge("PATH", "", (path, none) -> checkout.resolve("bin") + File.pathSeparator + path);
    int code = builder.start().waitFor();
    return new Ran(code, Files.readString(out.toPath()), Files.readString(errors.toPath()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "up",
        "sim",
        "compare",
        "crash",
        "mutate",
        "late",
        "api",
        "example",
        "index",
        "bench",
        "example address-book",
        "example class-scheduling",
        "example sync",
        "index build",
        "bench engine",
        "demo --tenants 5"
      })
  void helpNeedsNoBuild(String command) throws Exception {
    for (String help : List.of("--help", "-h")) {
      Ran ran = tenure((command + " " + help).split(" "));
      assertEquals(0, ran.exitCode(), ran.errors());
      assertTrue(ran.out().startsWith("Usage: ./tenure " + command.split(" ", -1)[0]), ran.out());
      assertEquals("", ran.errors());
    }
    assertFalse(mavenWasCalled());
  }

  @ParameterizedTest
  @CsvSource({"bench engine, ./tenure bench engine", "index build, ./tenure index build"})
  void helpOfASubcommandIsItsOwn(String command, String usage) throws Exception {
    Ran ran = tenure((command + " --help").split(" "));
    assertTrue(ran.out().startsWith("Usage: " + usage), ran.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "version", "demo --version", "sim -V"})
  void versionIsThatOfThePom(String arguments) throws Exception {
    Ran ran = tenure(arguments.split(" "));
    assertEquals(0, ran.exitCode(), ran.errors());
    String version = ran.out().strip().replace("tenure ", "");
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    assertTrue(pom.contains("<artifactId>tenure</artifactId>\n  <version>" + version + "<"), pom);
    assertFalse(mavenWasCalled());
  }

  @ParameterizedTest
  @CsvSource({
    "nonsense, unknown command \"nonsense\"",
    "example nonsense, unknown example \"nonsense\"",
    "api 9.9.9, config/releases.tsv has no release",
    "mutate nonsense, unknown group \"nonsense\"",
    "up nowhere.yaml, no configuration file nowhere.yaml",
    "up pom.xml extra, is no property; properties are written as --name=value"
  })
  void whatMakesNoSenseIsRefusedBeforeTheBuild(String arguments, String error) throws Exception {
    Ran ran = tenure(arguments.split(" "));
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains(error), ran.errors());
    assertFalse(mavenWasCalled());
  }

  @Test
  void javaHomeThatIsNoneIsRefusedBeforeTheBuild() throws Exception {
    Ran ran = tenure(Map.of("JAVA_HOME", "/nowhere"), "demo");
    assertEquals(2, ran.exitCode());
    assertEquals(1, ran.errors().lines().count(), ran.errors());
    assertTrue(ran.errors().contains("JAVA_HOME is \"/nowhere\""), ran.errors());
    assertFalse(mavenWasCalled());
  }

  @ParameterizedTest
  @CsvSource({"11.0.22", "1.8.0_402", "16"})
  void javaThatIsTooOldIsRefusedBeforeTheBuild(String version) throws Exception {
    stub("java", "echo 'openjdk version \"" + version + "\" 2024-01-16' >&2");
    Ran ran = tenure("sim");
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains("has version " + version + ", JDK 17"), ran.errors());
    assertFalse(mavenWasCalled());
  }

  @Test
  void buildTellsItsModulesAndWhatItFetched() throws Exception {
    StringBuilder said = new StringBuilder("[INFO] Scanning for projects...\n");
    said.append("[INFO] Building Tenure :: Records, key space 0.1.0-SNAPSHOT     [3/11]\n");
    said.append("Downloaded from central: https://repo/some.jar (1 kB at 2 kB/s)\n".repeat(100));
    Files.writeString(checkout.resolve("bin/said"), said.toString());
    stub("mvn", "cat \"$(dirname \"$0\")/said\"");
    Ran ran = tenure("demo", "--exit");
    assertEquals(0, ran.exitCode(), ran.errors());
    assertTrue(ran.errors().contains("Building Tenure with Maven"), ran.errors());
    assertTrue(ran.errors().contains("module 3/11: Records, key space, 0 files"), ran.errors());
    assertTrue(ran.errors().contains("key space, 100 files fetched"), ran.errors());
    assertTrue(ran.out().contains("dev.tenure.examples.demo.DemoCommand --exit"), ran.out());
    assertEquals("", tenure("demo").errors());
  }

  @Test
  void buildThatFailsShowsMavensErrors() throws Exception {
    stub("mvn", "echo '[INFO] fine'; echo '[ERROR] no such module'; exit 1");
    Ran ran = tenure("demo");
    assertEquals(2, ran.exitCode());
    assertTrue(ran.errors().contains("[ERROR] no such module"), ran.errors());
    assertTrue(ran.errors().contains("the build failed; see target/tenure-build.log"));
    assertFalse(ran.errors().contains("[INFO]"), ran.errors());
  }

  /** The log of the programs hides why a server does not start. */
  @Test
  void serverIsItsJarWhichHasALogOfItsOwn() throws Exception {
    stub("mvn", "exit 0");
    String file = checkout.resolve("pom.xml").toString();
    Ran ran = tenure("up", file, "--server.port=0");
    String version = tenure("--version").out().strip().replace("tenure ", "");
    String jar = "queue-admin/target/tenure-queue-admin-" + version + "-server.jar";
    String location = " --spring.config.additional-location=file:" + file;
    assertTrue(ran.out().strip().endsWith(jar + location + " --server.port=0"), ran.out());
  }

  @Test
  void exampleGetsItsArgumentsWithoutItsName() throws Exception {
    stub("mvn", "exit 0");
    Ran ran = tenure("example", "sync", "7");
    assertTrue(ran.out().strip().endsWith("dev.tenure.examples.sync.SyncCommand 7"), ran.out());
  }
}
