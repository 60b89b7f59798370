package dev.tenure.campaigns.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;

/** The modules that the rules of time, chance and scheduling bind, and their classes. */
final class CoreModules {
  static final String LATE = "dev.tenure.late";
  static final String EMBEDDED = "dev.tenure.embedded";
  static final String RECORD = "dev.tenure.record";
  static final String QUEUE = "dev.tenure.queue";
  static final String CONSUMER = "dev.tenure.consumer";
  static final List<String> PACKAGES = List.of(LATE, EMBEDDED, RECORD, QUEUE, CONSUMER);

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(PACKAGES);

  private CoreModules() {}

  /** The main classes of all core modules. */
  static JavaClasses classes() {
    return CLASSES;
  }

  /** The classes of a fixture package. */
  static JavaClasses fixture(String name) {
    return new ClassFileImporter().importPackages(fixturePackage(name));
  }

  static String fixturePackage(String name) {
    return CoreModules.class.getPackageName() + ".fixture." + name;
  }
}
