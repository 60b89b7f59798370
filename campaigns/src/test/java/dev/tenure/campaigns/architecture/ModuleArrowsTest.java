package dev.tenure.campaigns.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModuleArrowsTest {
  private static final List<String> EVERYWHERE =
      List.of("java..", "org.jspecify..", "com.apple.foundationdb..");
  private static final String PROTOBUF = "com.google.protobuf..";
  private static final String ZSTD = "com.github.luben.zstd..";
  private static final String CAFFEINE = "com.github.benmanes.caffeine..";

  private final JavaClasses core = CoreModules.classes();

  @Test
  void lateAnswersKnowOnlyFoundationDb() {
    mayKnowOnly(CoreModules.LATE, List.of()).check(core);
  }

  @Test
  void embeddedKnowsNeitherRecordsNorQueues() {
    mayKnowOnly(CoreModules.EMBEDDED, List.of("org.rocksdb..")).check(core);
  }

  @Test
  void recordLayerKnowsNeitherQueuesNorTheEngineNorSpring() {
    mayKnowOnly(CoreModules.RECORD, List.of(PROTOBUF, CAFFEINE, ZSTD, "javax.crypto.."))
        .check(core);
  }

  @Test
  void queueCoreKnowsRecordsOnly() {
    mayKnowOnly(CoreModules.QUEUE, List.of(PROTOBUF, CAFFEINE, CoreModules.RECORD + ".."))
        .check(core);
  }

  @Test
  void queueCoreKnowsNoThreads() {
    knowsNoThreads(CoreModules.QUEUE).check(core);
  }

  @Test
  void consumerKnowsQueuesAndRecordsOnly() {
    List<String> below = List.of(CoreModules.QUEUE + "..", CoreModules.RECORD + "..", CAFFEINE);
    mayKnowOnly(CoreModules.CONSUMER, below).check(core);
  }

  @Test
  void noCoreModuleKnowsTheNetwork() {
    knowsNoNetwork(CoreModules.PACKAGES).check(core);
  }

  @Test
  void anArrowThatPointsUpIsFound() {
    String below = CoreModules.fixturePackage("below");
    assertBreaks(mayKnowOnly(below, List.of()), "below", "LooksUp");
    assertTrue(
        mayKnowOnly(below, List.of(CoreModules.fixturePackage("above")))
            .evaluate(CoreModules.fixture("below"))
            .getFailureReport()
            .isEmpty());
  }

  @Test
  void aThreadInQueueCoreIsFound() {
    assertBreaks(knowsNoThreads(CoreModules.fixturePackage("calls")), "calls", "MakesThreads");
  }

  @Test
  void theNetworkInACoreModuleIsFound() {
    ArchRule rule = knowsNoNetwork(List.of(CoreModules.fixturePackage("above")));
    assertBreaks(rule, "above", "UsesNetwork");
  }

  private static ArchRule mayKnowOnly(String module, List<String> others) {
    List<String> allowed = new ArrayList<>(EVERYWHERE);
    allowed.add(module + "..");
    allowed.addAll(others);
    return classes()
        .that()
        .resideInAPackage(module + "..")
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed.toArray(new String[0])));
  }

  private static ArchRule knowsNoThreads(String module) {
    return noClasses()
        .that()
        .resideInAPackage(module + "..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.lang\\.(Inheritable)?Thread(Local|Group)?|java\\.util\\.Timer|"
                + "java\\.util\\.concurrent\\.(Executors|ThreadFactory|ForkJoin.*|.*Latch|"
                + ".*Barrier|Semaphore|.*BlockingQueue|locks\\..*)");
  }

  private static ArchRule knowsNoNetwork(List<String> modules) {
    return noClasses()
        .that()
        .resideInAnyPackage(modules.stream().map(name -> name + "..").toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "(java\\.net|javax\\.net|com\\.sun\\.net)\\..*"
                + "|java\\.nio\\.channels\\.(.*Socket.*|Selector|SelectionKey)");
  }

  private static void assertBreaks(ArchRule rule, String fixture, String culprit) {
    List<String> report =
        rule.evaluate(CoreModules.fixture(fixture)).getFailureReport().getDetails();
    assertFalse(report.isEmpty(), () -> rule.getDescription() + " found nothing");
    assertTrue(report.stream().anyMatch(line -> line.contains(culprit)), report::toString);
  }
}
