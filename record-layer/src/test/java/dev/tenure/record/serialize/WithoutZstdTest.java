package dev.tenure.record.serialize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.StringValue;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An application that does not compress its records may leave zstd-jni out. */
final class WithoutZstdTest {
  /** This class path, less the library. */
  private static URL[] classPath() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!Path.of(entry).getFileName().toString().startsWith("zstd-jni")) {
        urls.add(Path.of(entry).toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static Object run(String method) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      return loader.loadClass(SerializerProgram.class.getName()).getMethod(method).invoke(null);
    }
  }

  @Test
  void plainRecordsAreWrittenAndRead() throws Exception {
    assertEquals("text", run("writeAndRead"));
  }

  @Test
  void compressionIsRefusedWithTheNameOfTheLibrary() {
    InvocationTargetException thrown =
        assertThrows(InvocationTargetException.class, () -> run("compress"));

    assertInstanceOf(IllegalStateException.class, thrown.getCause());
    String message = thrown.getCause().getMessage();
    assertTrue(message.contains("com.github.luben:zstd-jni"), message);
  }

  /** What the tests run with another class loader. */
  public static final class SerializerProgram {
    private static final byte[] KEY = {1};

    private SerializerProgram() {}

    public static String writeAndRead() {
      RecordSerializer serializer = RecordSerializer.plain();
      byte[] stored = serializer.write(StringValue.of("text"), RecordHead.of(3), KEY);
      return ((StringValue)
              serializer
                  .read(
                      stored,
                      PrototypeLookup.only(StringValue.getDefaultInstance()),
                      KEY,
                      () -> "record 1")
                  .message())
          .getValue();
    }

    public static void compress() {
      SerializerOptions.builder().compression(RecordCompression.zstd(3), 0);
    }
  }
}
