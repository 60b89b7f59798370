package dev.tenure.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URL;
import org.junit.jupiter.api.Test;

class PackageCyclesTest {

  @Test
  void noPackagesKnowEachOtherInACircle() {
    URL main = BenchCommand.class.getProtectionDomain().getCodeSource().getLocation();
    slices()
        .matching("dev.tenure.(**)")
        .should()
        .beFreeOfCycles()
        .check(new ClassFileImporter().importUrl(main));
  }
}
