package dev.tenure.campaigns.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** All modules of the project, their folders and their main classes. */
final class Modules {
  private static final Path ROOT = Path.of(requiredProperty("tenure.root"));

  /**
   * One module.
   *
   * @param folder below the root of the source tree
   * @param rootPackage of its classes; packages below it may be those of another module, which has
   *     them for its root
   */
  record Module(String folder, String rootPackage) {

    Path main() {
      return ROOT.resolve(folder).resolve("src/main/java");
    }

    Path tests() {
      return ROOT.resolve(folder).resolve("src/test/java");
    }

    /** The main classes of the module. */
    JavaClasses classes() {
      JavaClasses known = CLASSES.that(JavaClass.Predicates.resideInAPackage(rootPackage + ".."));
      return known.isEmpty() ? compiled() : known;
    }

    /** The classes of a module that these tests do not depend on. */
    private JavaClasses compiled() {
      return new ClassFileImporter().importPath(ROOT.resolve(folder).resolve("target/classes"));
    }

    @Override
    public String toString() {
      return folder;
    }
  }

  static final List<Module> ALL =
      List.of(
          new Module("late-foundationdb", CoreModules.LATE),
          new Module("embedded-foundationdb", CoreModules.EMBEDDED),
          new Module("record-layer", CoreModules.RECORD),
          new Module("global-index-postgresql", "dev.tenure.postgresql"),
          new Module("external-postgresql", "dev.tenure.externalpostgresql"),
          new Module("embedded-postgresql", "dev.tenure.embeddedpostgresql"),
          new Module("queue-core", CoreModules.QUEUE),
          new Module("queue-consumer", CoreModules.CONSUMER),
          new Module("testkit", "dev.tenure.testkit"),
          new Module("spring-boot-starter", "dev.tenure.spring"),
          new Module("spring-boot-starter-test", "dev.tenure.spring.test"),
          new Module("queue-admin", "dev.tenure.admin"),
          new Module("examples", "dev.tenure.examples"),
          new Module("benchmarks", "dev.tenure.bench"),
          new Module("campaigns", "dev.tenure.campaigns"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter().withImportOption(exceptTests()).importPackages("dev.tenure");

  private Modules() {}

  /** All classes but those that lie beside this one. */
  private static ImportOption exceptTests() {
    try {
      URI tests = Modules.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return location -> !location.asURI().toString().startsWith(tests.toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the place of the test classes is no URI", e);
    }
  }

  private static String requiredProperty(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("run with -D" + name + "=<root of the source tree>");
    }
    return value;
  }
}
