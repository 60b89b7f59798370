package dev.tenure.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Walks through all paths of the interface, with one name in the path at a time that nothing has.
 * Each answer is 404 with a problem that has the name.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class UnknownThingsTest {
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

  /** A method, a path of the document, and the name in it that is not known. */
  record Case(String method, String path, String name) {
    @Override
    public String toString() {
      return method + " " + path + " without " + name;
    }
  }

  /** Requests whose answer does not depend on whether the thing exists. */
  private static final Set<Case> ANSWERED =
      Set.of(
          // an item may be enqueued into a zone of any name
          new Case("get", Api.ZONE + "/items", "zone"),
          new Case("post", Api.ZONE + "/dead-letters/redrive", "zone"),
          new Case("post", Api.ZONE + "/dead-letters/delete", "zone"),
          // the answer is that there is no such item
          new Case("get", Api.ITEM + "/why", "zone"),
          new Case("get", Api.ITEM + "/why", "id"),
          // the request makes the thing
          new Case("post", "/clusters/{cluster}/applications/{application}/shards", "application"),
          new Case("post", "/schemas/{application}/publish", "application"));

  private static final Map<String, String> KNOWN =
      Map.of(
          "application", "notes",
          "user", "alice",
          "zone", "default",
          "id", "m",
          "cluster", "a",
          "plan", "even");

  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("shards", "{\"shards\":0}"),
          Map.entry("visit-leases", "{\"on\":true}"),
          Map.entry("suspend", "{\"reason\":\"unpaid\"}"),
          Map.entry("delete", "{\"dryRun\":true}"),
          Map.entry("repair", "{\"repair\":\"FORGET\"}"),
          Map.entry("keep-key", "{\"kind\":\"email\"}"),
          Map.entry("replace-key", "{\"kind\":\"email\",\"replacement\":\"b@example.org\"}"),
          Map.entry("move", "{\"cluster\":\"b\"}"),
          Map.entry("publish", "{\"metaData\":\"\"}"),
          Map.entry("create-index", "{\"recordType\":\"T\",\"name\":\"by-a\",\"columns\":[\"a\"]}"),
          Map.entry("drop-index", "{\"name\":\"by-a\"}"));

  private final Fixture fixture = Fixture.startWithDirectory(AdminOptions.defaults(), "email");
  private final Http http = fixture.http();

  UnknownThingsTest() {
    TenantId alice = new TenantId("notes", "alice");
    fixture.directory().create(alice, TenantDetails.NONE).join();
    fixture.enqueue(alice, "default", Fixture.mail("m"));
    fixture.publishSchema("notes");
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  private Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    http.get("/api/v1/openapi.json")
        .json()
        .get("paths")
        .properties()
        .forEach(
            path -> {
              String below = path.getKey().substring(Api.ROOT.length());
              for (String method : path.getValue().propertyNames()) {
                for (Matcher name = NAME.matcher(below); name.find(); ) {
                  cases.add(new Case(method, below, name.group(1)));
                }
              }
            });
    assertThat(cases).hasSizeGreaterThan(60).containsAll(ANSWERED);
    return cases.stream().filter(each -> !ANSWERED.contains(each));
  }

  private static String path(Case asked, String unknown) {
    return Api.ROOT
        + NAME.matcher(asked.path())
            .replaceAll(
                name ->
                    name.group(1).equals(asked.name())
                        ? unknown
                        : KNOWN.getOrDefault(name.group(1), "none"));
  }

  private Http.Answer ask(String method, String path) {
    String last = path.substring(path.lastIndexOf('/') + 1);
    String body =
        path.contains("/dead-letters/") ? "{}" : BODIES.getOrDefault(last, "{\"reason\":\"test\"}");
    return method.equals("get") ? http.get(path) : http.post(path, body);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void tellsThatThereIsNoSuchThing(Case asked) {
    Http.Answer answer = ask(asked.method(), path(asked, "un-heard"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(404);
    JsonNode problem = answer.json();
    assertThat(problem.get("type").asString()).endsWith("-not-found");
    assertThat(problem.get("detail").asString()).contains("un-heard");
  }

  @Test
  void describesTheseAnswers() {
    JsonNode paths = http.get("/api/v1/openapi.json").json().get("paths");
    cases()
        .forEach(
            each -> {
              JsonNode request = paths.get(Api.ROOT + each.path()).get(each.method());
              assertThat(request.get("responses").has("404")).as(each.toString()).isTrue();
            });
  }

  /** The names of the other cases are known; so the one that is not is what the answer is about. */
  @Test
  void findsWhatIsThere() {
    for (String path :
        List.of(Api.ENTRY, Api.ITEM, "/clusters/{cluster}", "/schemas/{application}")) {
      http.get(path(new Case("get", path, ""), "")).json();
    }
  }

  @Test
  void tellsThatThereIsNoSuchExternalStore() {
    String tenant = Api.ROOT + "/tenants/notes/alice/zones/";
    JsonNode problem =
        http.get(tenant + Http.encode("external:un-heard/mail") + "/items")
            .problem(404, "external-store-not-found");
    assertThat(problem.get("detail").asString()).contains("un-heard");
    for (String zone : List.of("external:un-heard", "external:/mail", "external:OUT/mail")) {
      assertThat(
              http.get(tenant + Http.encode(zone) + "/items")
                  .problem(400, "identifier-unusable")
                  .get("detail")
                  .asString())
          .contains("external");
    }
  }
}
