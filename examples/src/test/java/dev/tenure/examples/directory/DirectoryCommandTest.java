package dev.tenure.examples.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DirectoryCommandTest {
  private static final String MAIL = "alice@example.org";

  private final DirectoryServer server = new DirectoryServer();
  private final TenantDirectory directory = server.directory();

  @BeforeAll
  void createTenants() {
    create("alice", TenantDetails.NONE.withDisplayName("Alice").withKey("email", MAIL));
    create("bob", TenantDetails.NONE);
  }

  @AfterAll
  void close() {
    server.close();
  }

  private void create(String user, TenantDetails details) {
    directory.create(new TenantId("notes", user), details).join();
  }

  @Test
  void printsTheDirectoryAndItsEntries() {
    assertThat(run(0, "status"))
        .contains("shards on a, b", "alternate keys: email, handle", "every tenant");
    assertThat(run(0, "list", "--application", "notes")).contains("notes/alice", "notes/bob");
    assertThat(run(0, "list", "--application", "none")).contains("0 entries");
    assertThat(run(2, "list", "--most", "0")).contains("--most is 0, it must be 1 to 1000000");
    assertThat(run(1, "list", "--state", "ASLEEP")).contains("state is \"ASLEEP\"");
  }

  @Test
  void revealsPersonalDataOnlyWhenAsked() {
    assertThat(run(0, "show", "notes/alice")).contains("has a key email").doesNotContain(MAIL);
    assertThat(run(0, "show", "notes/alice", "--reveal")).contains(MAIL, "display name: Alice");
    assertThat(run(0, "find", "email", MAIL)).contains("notes/alice").doesNotContain(MAIL);
    assertThat(run(0, "find", "email", "nobody@example.org")).contains("0 entries");
    assertThat(run(1, "show", "notes/nobody")).contains("has no entry in the directory");
    assertThat(run(2, "show", "alice")).contains("expected is APPLICATION/USER");
  }

  @Test
  void suspendsResumesAndDeletesAfterAPreview() {
    create("carol", TenantDetails.NONE);
    assertThat(run(2, "suspend", "notes/carol")).contains("--reason");
    assertThat(run(0, "suspend", "notes/carol", "--reason", "unpaid")).contains("SUSPENDED");
    assertThat(run(0, "show", "notes/carol")).contains("suspended: unpaid");
    assertThat(run(0, "resume", "notes/carol")).contains("ACTIVE");

    assertThat(run(0, "delete", "notes/carol")).contains("0 items", "nothing was changed");
    assertThat(run(0, "show", "notes/carol")).contains("ACTIVE");
    assertThat(run(0, "delete", "notes/carol", "--yes", "--reason", "asked")).contains("true");
    assertThat(run(1, "show", "notes/carol")).contains("has no entry");
  }

  @Test
  void auditsAndRepairs() {
    assertThat(run(0, "audit")).contains("0 differences");
    assertThat(run(1, "repair", "notes/bob", "forget")).contains("has a store on cluster");
    assertThat(run(1, "repair", "notes/bob", "burn")).contains("repair is \"BURN\"");
  }

  @Test
  void dropsAndAddsAKindOfKey() {
    create("dave", TenantDetails.NONE.withKey("handle", "dave"));
    assertThat(run(0, "drop-kind", "handle")).contains("done: ");
    assertThat(run(0, "status")).doesNotContain("handle");
    assertThat(run(0, "show", "notes/dave")).doesNotContain("has a key");
    assertThat(run(0, "add-kind", "handle", "--reason", "back again"))
        .contains("done: 0 changed; tenants that there were have no key of kind handle");
    assertThat(run(0, "add-kind", "handle")).contains("in force already: nothing was changed");
    assertThat(run(0, "add-kind", "handle", "--from-attribute", "nick"))
        .contains("in force already", "drop-kind and then add-kind give the tenants keys");
    assertThat(run(1, "drop-kind", "phone")).contains("there is no stored key phone");
    assertThat(run(1, "add-kind", "phone")).contains("kind is \"phone\"");
  }

  @Test
  void addedKindTakesItsKeysFromAnAttribute() {
    create("gus", TenantDetails.NONE.withAttribute("nick", "shark"));
    create("hal", TenantDetails.NONE.withAttribute("nick", "shark"));
    assertThat(run(0, "drop-kind", "handle")).contains("done");
    assertThat(run(1, "add-kind", "handle", "--from-attribute", "nick"))
        .contains("1 tenant was refused the key");
    assertThat(run(0, "status")).contains("handle (FILLING)");
    boolean isOfGus = run(0, "show", "notes/gus").contains("has a key handle");
    directory
        .change(
            new TenantId("notes", isOfGus ? "hal" : "gus"),
            details -> details.withAttribute("nick", "whale"))
        .join();
    assertThat(run(0, "add-kind", "handle", "--from-attribute", "nick"))
        .contains("done: 1 changed")
        .doesNotContain("have no key");
    assertThat(run(0, "find", "handle", "shark")).contains(isOfGus ? "notes/gus" : "notes/hal");
    assertThat(run(0, "find", "handle", "whale")).contains(isOfGus ? "notes/hal" : "notes/gus");
    assertThat(run(0, "delete", "notes/gus", "--yes")).contains("true");
    assertThat(run(0, "delete", "notes/hal", "--yes")).contains("true");
  }

  @Test
  void listsAndDecidesViolatedKeys() {
    assertThat(run(0, "violations")).contains("0 violated keys");
    create("erin", TenantDetails.NONE.withKey("email", "shared@example.org"));
    create("frank", TenantDetails.NONE);
    bringBack("frank", new SecondaryKey("email", "shared@example.org"));
    assertThat(run(1, "audit")).contains("KEY_VIOLATED", "notes/frank", "key email");
    assertThat(run(1, "audit", "--repair")).contains("1 difference");
    assertThat(run(1, "violations"))
        .contains("hidden owned by notes/erin, notes/frank")
        .doesNotContain("shared@");
    assertThat(run(1, "violations", "--reveal")).contains("shared@example.org");
    assertThat(run(1, "keep", "notes/bob", "email")).contains("owns no violated alternate key");
    assertThat(run(0, "keep", "notes/erin", "email")).contains("the key has one owner");
    assertThat(run(0, "find", "email", "shared@example.org")).contains("notes/erin");
    assertThat(run(0, "audit")).contains("0 differences");
  }

  /** A continuation belongs to the kinds of keys in force. */
  @Test
  void auditBeginsAnewOnceWhenTheKindsOfKeysChangeBetweenTwoPages() throws IOException {
    create("iris", TenantDetails.NONE.withKey("email", "two@example.org"));
    create("jack", TenantDetails.NONE);
    bringBack("jack", new SecondaryKey("email", "two@example.org"));
    try (ShortPages pages = new ShortPages(server.url(), 2, () -> run(0, "drop-kind", "handle"))) {
      assertThat(capture(1, "audit", "--url", pages.url()))
          .containsOnlyOnce("notes/jack")
          .contains("1 difference");
      assertThat(pages.pages()).isGreaterThan(2);
    }
    try (ShortPages pages = new ShortPages(server.url(), 2, () -> run(0, "add-kind", "handle"))) {
      assertThat(capture(1, "audit", "--repair", "--url", pages.url()))
          .containsOnlyOnce("notes/jack")
          .contains("1 difference");
      assertThat(pages.pages()).isGreaterThan(2);
    }
    run(0, "keep", "notes/iris", "email");
    run(0, "delete", "notes/jack", "--yes");
    run(0, "delete", "notes/iris", "--yes");
  }

  /** As a restored backup does: the tenant owns a key that another tenant has got meanwhile. */
  private void bringBack(String user, SecondaryKey key) {
    PrimaryKey place = new PrimaryKey("notes/" + user);
    for (String cluster : List.of("a", "b")) {
      DataShard shard =
          DirectoryShards.inRecordStores()
              .data(directory.deployment().cluster(cluster).orElseThrow());
      shard
          .read(place)
          .join()
          .ifPresent(
              old ->
                  shard
                      .write(
                          ConditionalWrite.replace(
                              old.version(),
                              new DataRecord(
                                  place, old.version().next(), Set.of(key), Set.of(), old.value())))
                      .join());
    }
  }

  @Test
  void saysWhenNoServerAnswers() {
    assertThat(capture(1, "status", "--url", "http://127.0.0.1:1/"))
        .contains("no admin server answers at http://127.0.0.1:1/");
  }

  @Test
  void refusesAnAddressThatIsNone() {
    for (String url : List.of("", "foo", "http://", "http://[", "http://a b/", "ftp://x/")) {
      assertThat(capture(2, "status", "--url", url).strip())
          .isEqualTo(
              "tenure directory: --url is \""
                  + url
                  + "\"; expected is an address such as http://127.0.0.1:8090/");
    }
  }

  @Test
  void saysWhenWhatAnswersIsNoAdminServer() throws IOException {
    HttpServer other =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    other.createContext(
        "/",
        exchange -> {
          byte[] body = "{\"status\":\"UP\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    other.start();
    try {
      String url = "http://127.0.0.1:" + other.getAddress().getPort() + "/";
      for (List<String> command :
          List.of(List.of("status"), List.of("list"), List.of("find", "email", MAIL))) {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--url", url));
        assertThat(capture(1, all.toArray(new String[0])).strip())
            .isEqualTo(
                "tenure directory: what answers at "
                    + url
                    + " with status 200 is no admin server of Tenure");
      }
    } finally {
      other.stop(0);
    }
  }

  private String run(int code, String... arguments) {
    return server.run(DirectoryCommand::execute, code, arguments);
  }

  private static String capture(int code, String... arguments) {
    return DirectoryServer.capture(DirectoryCommand::execute, code, arguments);
  }
}
