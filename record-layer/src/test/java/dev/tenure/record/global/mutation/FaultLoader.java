package dev.tenure.record.global.mutation;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import dev.tenure.record.global.PrimaryKey;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/**
 * Compiles one class with a fault, and runs a test of the library with it: the loader has own
 * copies of library and tests, in which the faulty class takes the place of the original.
 */
final class FaultLoader extends ClassLoader {
  private static final String OWN = "dev.tenure.record.global.";
  private static final Path SOURCES = Path.of("src/main/java/dev/tenure/record/global");

  private final Path faulty;

  private FaultLoader(Path faulty) {
    super(FaultLoader.class.getClassLoader());
    this.faulty = faulty;
  }

  /**
   * What the test fails with; empty when it passes.
   *
   * @param folder an empty one, for the faulty class
   */
  static Optional<Throwable> run(PlantedFault fault, Path folder)
      throws IOException, ReflectiveOperationException {
    compile(planted(fault), folder, Path.of(fault.file()).getFileName().toString());
    return new FaultLoader(folder).run(fault.test());
  }

  private Optional<Throwable> run(String test) throws ReflectiveOperationException {
    String[] parts = test.split("#", 2);
    Class<?> type = loadClass(OWN + parts[0]);
    Method method = type.getDeclaredMethod(parts[1]);
    Constructor<?> constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    try {
      for (Method each : type.getDeclaredMethods()) {
        if (each.isAnnotationPresent(BeforeEach.class)) {
          each.setAccessible(true);
          each.invoke(instance);
        }
      }
      method.setAccessible(true);
      method.invoke(instance);
      return Optional.empty();
    } catch (InvocationTargetException e) {
      return Optional.of(Objects.requireNonNull(e.getCause()));
    }
  }

  private static String planted(PlantedFault fault) throws IOException {
    String source = Files.readString(SOURCES.resolve(fault.file() + ".java"));
    String anySpace =
        Stream.of(fault.from().split(" ")).map(Pattern::quote).collect(Collectors.joining("\\s+"));
    Matcher matcher = Pattern.compile(anySpace).matcher(source);
    long places = matcher.results().count();
    if (places != 1) {
      throw new AssertionError(
          fault.file() + " has \"" + fault.from() + "\" " + places + " times, not once");
    }
    return matcher.replaceFirst(Matcher.quoteReplacement(fault.to()));
  }

  private static void compile(String source, Path folder, String name) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter errors = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-nowarn",
            "-classpath",
            Stream.of(PrimaryKey.class, Tuple.class, ByteString.class, Nullable.class)
                .map(FaultLoader::placeOf)
                .collect(Collectors.joining(File.pathSeparator)),
            "-d",
            folder.toString());
    var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    if (!compiler
        .getTask(errors, files, null, options, null, files.getJavaFileObjects(file))
        .call()) {
      throw new AssertionError("the faulty " + name + " does not compile:\n" + errors);
    }
  }

  /** The folder or archive of a class; how a test is started decides what the class path names. */
  private static String placeOf(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OWN)) {
      return super.loadClass(name, resolve);
    }
    Class<?> loaded = findLoadedClass(name);
    return loaded != null ? loaded : define(name);
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    Path replaced = faulty.resolve(file);
    try (InputStream original = getParent().getResourceAsStream(file)) {
      if (!Files.exists(replaced) && original == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes =
          Files.exists(replaced) ? Files.readAllBytes(replaced) : original.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
