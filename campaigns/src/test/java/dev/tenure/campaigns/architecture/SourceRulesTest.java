package dev.tenure.campaigns.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tenure.campaigns.architecture.Modules.Module;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRulesTest {
  @TempDir Path folder;

  @Test
  void everyPackageIsNullMarked() {
    holdsInMain(SourceRules::packagesNotNullMarked);
  }

  @Test
  void everyPackageIsNamedForWhatItIsResponsibleFor() {
    holdsInMain(SourceRules::packagesWithMeaninglessNames);
  }

  @Test
  void noPackageHasMoreThanTwentyPublicTypes() {
    holdsInMain(SourceRules::packagesWithTooManyPublicTypes);
  }

  @Test
  void noPackageHasMoreThanFortyTypes() {
    holdsInMain(SourceRules::packagesWithTooManyTypes);
  }

  @Test
  void noTwoTypesHaveOneName() {
    List<String> found =
        SourceRules.namesTakenTwice(Modules.ALL.stream().map(Module::main).toList());
    assertEquals("", String.join("\n", found));
  }

  @Test
  void noFileIsLongerThanTheCeiling() {
    holdsInMain(SourceRules::filesTooLong);
    holdsInTests(SourceRules::filesTooLong);
  }

  @Test
  void noWorkIsLeftUnfinished() {
    holdsInMain(SourceRules::unfinishedWork);
  }

  @Test
  void layersReadThroughTheOneReaderThatSeesOwnWrites() throws IOException {
    Set<String> layers = Set.of("record-layer", "queue-core", "queue-consumer");
    holds(
        Modules.ALL.stream().filter(each -> layers.contains(each.folder())).map(Module::main),
        SourceRules::snapshotGets);
    Files.writeString(folder.resolve("A.java"), "context.get(keys.entry(1), true)");
    assertEquals(1, SourceRules.snapshotGets(folder).size());
  }

  @Test
  void noTestSleeps() {
    holdsInTests(SourceRules::sleepsInTests);
  }

  @Test
  void noTestIsSwitchedOff() {
    holdsInTests(SourceRules::disabledTests);
  }

  @Test
  void everyTestIsRun() {
    holdsInTests(SourceRules::testsNobodyRuns);
  }

  @Test
  void everyModuleHasSources() {
    for (Module module : Modules.ALL) {
      assertFalse(SourceRules.files(module.main()).isEmpty(), module::folder);
      assertFalse(SourceRules.files(module.tests()).isEmpty(), module::folder);
    }
  }

  @Test
  void aPackageThatIsNotNullMarkedIsFound() throws IOException {
    write("marked/A.java", "class A {}");
    write("marked/package-info.java", "@NullMarked\npackage marked;");
    write("bare/B.java", "class B {}");
    write("unmarked/C.java", "class C {}");
    write("unmarked/package-info.java", "package unmarked;");
    assertEquals(2, SourceRules.packagesNotNullMarked(folder).size());
  }

  @Test
  void aMeaninglessPackageNameIsFound() throws IOException {
    write("lease/A.java", "class A {}");
    write("lease/util/B.java", "class B {}");
    assertEquals(
        List.of(folder.resolve("lease/util").toString()),
        SourceRules.packagesWithMeaninglessNames(folder));
  }

  @Test
  void oneMorePublicTypeThanTwentyIsFound() throws IOException {
    for (int number = 0; number < 20; number++) {
      write("wide/Type" + number + ".java", "public final class Type" + number + " {}");
    }
    write("wide/Hidden.java", "final class Hidden {}");
    assertEquals(List.of(), SourceRules.packagesWithTooManyPublicTypes(folder));
    write("wide/OneMore.java", "public sealed interface OneMore {}");
    assertEquals(1, SourceRules.packagesWithTooManyPublicTypes(folder).size());
  }

  @Test
  void oneMoreTypeThanFortyIsFound() throws IOException {
    for (int number = 0; number < 40; number++) {
      write("wide/Type" + number + ".java", "final class Type" + number + " {\n  enum A {}\n}");
    }
    assertEquals(List.of(), SourceRules.packagesWithTooManyTypes(folder));
    write("wide/OneMore.java", "record OneMore() {}");
    assertEquals(1, SourceRules.packagesWithTooManyTypes(folder).size());
  }

  @Test
  void aNameThatIsTakenTwiceIsFound() throws IOException {
    write("one/Twin.java", "class Twin {}");
    write("one/package-info.java", "package one;");
    write("other/Twin.java", "class Twin {}");
    write("other/Single.java", "class Single {}");
    write("other/package-info.java", "package other;");
    List<String> found = SourceRules.namesTakenTwice(List.of(folder));
    assertEquals(
        List.of("Twin.java in [" + folder.resolve("one") + ", " + folder.resolve("other") + "]"),
        found);
  }

  @Test
  void oneLineMoreThanTheCeilingIsFound() throws IOException {
    write("A.java", "\n".repeat(SourceRules.LINES_MAX));
    assertEquals(List.of(), SourceRules.filesTooLong(folder));
    write("A.java", "\n".repeat(SourceRules.LINES_MAX + 1));
    assertEquals(1, SourceRules.filesTooLong(folder).size());
  }

  @Test
  void unfinishedWorkIsFound() throws IOException {
    write("A.java", "class A {\n  // TO" + "DO later\n}");
    assertEquals(
        List.of(folder.resolve("A.java") + ":2 TO" + "DO"), SourceRules.unfinishedWork(folder));
  }

  @Test
  void aSleepingTestIsFound() throws IOException {
    write("ATest.java", "Thread" + ".sleep(1);\nTimeUnit.SECONDS" + ".sleep(1);\nasleep(1);");
    assertEquals(2, SourceRules.sleepsInTests(folder).size());
  }

  @Test
  void aDisabledTestIsFound() throws IOException {
    write("ATest.java", "@" + "Disabled\n@Test void a() {}\n@" + "DisabledOnOs void b() {}");
    assertEquals(1, SourceRules.disabledTests(folder).size());
  }

  @Test
  void aTestClassWithoutTestsAndATestWithAnotherNameAreFound() throws IOException {
    write("EmptyTest.java", "class EmptyTest {}");
    write("Misnamed.java", "class Misnamed { @Test void a() {} }");
    write("FullTest.java", "class FullTest { @Test void a() {} }");
    write("SomeContract.java", "abstract class SomeContract { @Test void a() {} }");
    write("SomeTest.java", "class SomeTest extends SomeContract {}");
    assertEquals(
        List.of(
            folder.resolve("EmptyTest.java") + " has no test",
            folder.resolve("Misnamed.java") + " has tests, but its name does not end in Test"),
        SourceRules.testsNobodyRuns(folder));
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, text);
  }

  private static void holdsInMain(Function<Path, List<String>> rule) {
    holds(Modules.ALL.stream().map(Module::main), rule);
  }

  private static void holdsInTests(Function<Path, List<String>> rule) {
    holds(Modules.ALL.stream().map(Module::tests), rule);
  }

  private static void holds(Stream<Path> folders, Function<Path, List<String>> rule) {
    List<String> found = folders.flatMap(each -> rule.apply(each).stream()).toList();
    assertEquals("", String.join("\n", found));
  }
}
