package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The files of docs/first-hour.md: blocks of code below a line that is a path. */
final class FirstHour {
  static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));
  private static final Pattern FILE =
      Pattern.compile(
          "^`([^`\\n]+)`:\\n\\n```\\w+\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final String RESOURCES = "src/main/resources/";

  private FirstHour() {}

  static String text() {
    try {
      return Files.readString(ROOT.resolve("docs/first-hour.md"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** By path. */
  static Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    Matcher blocks = FILE.matcher(text());
    while (blocks.find()) {
      files.put(blocks.group(1), blocks.group(2));
    }
    return files;
  }

  /** Compiles the guide's Java into a folder, with its resources. */
  static URLClassLoader compile(Path folder) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Path classes = Files.createDirectories(folder.resolve("classes"));
    List<Path> java = new ArrayList<>();
    for (Map.Entry<String, String> file : files().entrySet()) {
      if (file.getKey().endsWith(".java")) {
        java.add(
            Files.writeString(
                sources.resolve(Path.of(file.getKey()).getFileName()), file.getValue()));
      } else if (file.getKey().startsWith(RESOURCES)) {
        Files.writeString(
            classes.resolve(file.getKey().substring(RESOURCES.length())), file.getValue());
      }
    }
    compile(java, classes);
    return loader(classes);
  }

  private static void compile(List<Path> sources, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter told = new StringWriter();
    List<String> options =
        List.of(
            "-parameters",
            "-proc:none",
            "-d",
            classes.toString(),
            "-classpath",
            System.getProperty("java.class.path", ""));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(told, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertEquals("true ", compiled + " " + told);
    }
  }

  private static URLClassLoader loader(Path classes) throws MalformedURLException {
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, FirstHour.class.getClassLoader());
  }
}
