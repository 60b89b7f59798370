package dev.tenure.examples.guides;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.spring.TenureTemplate;
import dev.tenure.spring.annotation.WorkHandler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

/** "What goes wrong at first" of docs/first-hour.md: each text is what the guide's program says. */
final class FirstMistakesTest {
  private static final TenantId BOB = new TenantId("mail", "bob");

  @TempDir static Path folder;

  private static URLClassLoader loader;

  @BeforeAll
  static void compile() throws IOException {
    loader = FirstHour.compile(folder);
  }

  @AfterAll
  static void close() throws IOException {
    loader.close();
  }

  /** The guide's application with more beans, in memory and on any free port. */
  private static ConfigurableApplicationContext start(List<Class<?>> beans, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    Stream.of("--server.port=0", "--tenure.clusters.main.url=memory:mistakes")
        .filter(each -> all.stream().noneMatch(given -> name(given).equals(name(each))))
        .forEach(all::add);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      List<Class<?>> sources = new ArrayList<>(beans);
      sources.add(loader.loadClass("com.example.mail.MailApplication"));
      return new SpringApplication(
              new DefaultResourceLoader(loader), sources.toArray(Class<?>[]::new))
          .run(all.toArray(String[]::new));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static String name(String argument) {
    return argument.split("=", 2)[0];
  }

  private static void assertTold(String text, Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertTold(text, trace.toString());
  }

  private static void assertTold(String text, String told) {
    assertTrue(told.contains(text), told);
    assertTrue(FirstHour.text().contains(text), () -> "the guide lacks: " + text);
  }

  private static void assertStartFails(String text, List<Class<?>> beans, String... arguments) {
    assertTold(text, assertThrows(RuntimeException.class, () -> start(beans, arguments).close()));
  }

  @Test
  void noCluster() {
    assertTold(
        "tenure.clusters is empty; name at least one cluster, for example"
            + " tenure.clusters.main.url=memory:main",
        assertThrows(
            RuntimeException.class,
            () ->
                new SpringApplication(
                        new DefaultResourceLoader(loader),
                        loader.loadClass("com.example.mail.MailApplication"))
                    .run("--server.port=0", "--spring.config.name=missing")
                    .close()));
  }

  @Test
  void aMistypedProperty() {
    assertStartFails(
        "is not a property of Tenure; the nearest is tenure.clusters.main.url",
        List.of(),
        "--tenure.clusters.main.ulr=memory:main");
  }

  @Test
  void aDirectoryThatIsOpen() {
    String url = "--tenure.clusters.main.url=embedded:" + folder.resolve("data");
    try (ConfigurableApplicationContext first = start(List.of(), url)) {
      assertTrue(first.isRunning());
      assertStartFails("is already open in", List.of(), url);
    }
  }

  @Test
  void aTenantThatNobodyCreated() {
    try (ConfigurableApplicationContext context =
        start(List.of(), "--tenure.tenants.create=false")) {
      TenureTemplate tenure = context.getBean(TenureTemplate.class);
      assertTold(
          "tenant mail/bob has no store on cluster main; create it by TenureTemplate.createTenant,"
              + " or let the template create tenants on first use: tenure.tenants.create=true",
          assertThrows(
              RuntimeException.class, () -> tenure.enqueue(BOB, tenure.item("send", "x"))));
    }
  }

  /** Takes more than an item has. */
  static final class Greedy {
    @WorkHandler("greet")
    void greet(String name, Integer times) {}
  }

  /** Handles the type of the guide. */
  static final class Second {
    @WorkHandler("send")
    void send(String text) {}
  }

  @Test
  void handlersThatCannotBeUsed() {
    assertStartFails(
        "its parameters String and Integer are 2 payloads, it may have one; the others can be"
            + " WorkContext, WorkItem and TenantId",
        List.of(Greedy.class));
    assertStartFails("work type \"send\" has two handlers, it can have one", List.of(Second.class));
  }

  @Test
  void aTypeThatNobodyHandlesAndAPayloadThatTheHandlerCannotRead() {
    try (ConfigurableApplicationContext context = start(List.of())) {
      TenureTemplate tenure = context.getBean(TenureTemplate.class);
      String sned = enqueue(tenure, tenure.item("sned", "x"));
      String text = enqueue(tenure, tenure.item("send", "plain text"));
      URI why =
          URI.create(
              "http://127.0.0.1:%s/tenure/api/v1/tenants/mail/bob/zones/default/items/%s/why"
                  .formatted(context.getEnvironment().getProperty("local.server.port"), sned));
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertTold(
                      "No live consumer has a handler for type sned; they have handlers for send.",
                      get(why)));
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertTold("is not a com.example.mail.Letter", reason(tenure, text).orElse("")));
    }
  }

  private static String get(URI page) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static String enqueue(TenureTemplate tenure, NewItem item) {
    return tenure.enqueue(BOB, item).id();
  }

  private static Optional<String> reason(TenureTemplate tenure, String id) {
    return tenure.execute(
        BOB,
        tx -> tx.zone().findDeadLetter(id).thenApply(found -> found.map(each -> each.reason())));
  }

  /** Spring Boot's own sentence follows from this error. */
  @Test
  void aPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      Throwable failure =
          assertThrows(
              RuntimeException.class, () -> start(List.of(), "--server.port=" + port).close());
      while (!(failure instanceof PortInUseException)) {
        failure = Objects.requireNonNull(failure.getCause());
      }
      assertEquals(port, ((PortInUseException) failure).getPort());
    }
  }
}
