package dev.tenure.campaigns.globalindex;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles one class of the protocol with edits, and runs the checker on it: the loader has own
 * copies of protocol and checker, in which the edited class takes the place of the original.
 */
final class MutantLoader extends ClassLoader {
  private static final List<String> OWN =
      List.of("dev.tenure.record.global.", "dev.tenure.campaigns.globalindex.");
  private static final String FOLDER = "record-layer/src/main/java/dev/tenure/record/global/";
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all mutants, since it keeps the class path open. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

  private final Path edited;

  private MutantLoader(Path edited) {
    super(MutantLoader.class.getClassLoader());
    this.edited = edited;
  }

  /**
   * What the command prints, after its exit code.
   *
   * @param folder an empty one, for the edited class
   */
  static String run(Path root, Path folder, Mutation mutation, String... arguments)
      throws IOException, ReflectiveOperationException {
    compile(edited(root, mutation), folder, Path.of(mutation.file()).getFileName().toString());
    Class<?> command =
        new MutantLoader(folder).loadClass("dev.tenure.campaigns.globalindex.GlobalIndexCommand");
    Method run =
        command.getDeclaredMethod("run", String[].class, PrintStream.class, PrintStream.class);
    run.setAccessible(true);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    Object code = run.invoke(null, arguments, printed, printed);
    return code + "\n" + out.toString(StandardCharsets.UTF_8);
  }

  private static String edited(Path root, Mutation mutation) throws IOException {
    String source = Files.readString(root.resolve(FOLDER + mutation.file() + ".java"));
    for (Mutation.Edit each : mutation.edits()) {
      String anySpace =
          Stream.of(each.from().split(" ")).map(Pattern::quote).collect(Collectors.joining("\\s+"));
      Matcher matcher = Pattern.compile(anySpace).matcher(source);
      long places = matcher.results().count();
      if (places != 1) {
        throw new AssertionError(
            mutation.file() + " has \"" + each.from() + "\" " + places + " times, not once");
      }
      source = matcher.replaceFirst(Matcher.quoteReplacement(each.to()));
    }
    return source;
  }

  private static void compile(String source, Path folder, String name) throws IOException {
    Path file = folder.resolve(name + ".java");
    Files.writeString(file, source);
    StringWriter errors = new StringWriter();
    boolean compiled =
        COMPILER
            .getTask(
                errors,
                FILES,
                null,
                List.of(
                    "-proc:none",
                    "-nowarn",
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "-d",
                    folder.toString()),
                null,
                FILES.getJavaFileObjects(file))
            .call();
    if (!compiled) {
      throw new AssertionError("the mutated " + name + " does not compile:\n" + errors);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (OWN.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    Class<?> loaded = findLoadedClass(name);
    return loaded != null ? loaded : define(name);
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    Path mutant = edited.resolve(file);
    try (InputStream original = getParent().getResourceAsStream(file)) {
      if (!Files.exists(mutant) && original == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = Files.exists(mutant) ? Files.readAllBytes(mutant) : original.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
