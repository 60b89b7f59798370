package dev.tenure.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.zone.DeadLetterKind;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** The document tells what is really there: every mapping, every parameter, every field. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
  private static final TenantId ALICE = new TenantId("notes", "alice");

  private final Fixture fixture = Fixture.startWithDirectory(AdminOptions.defaults(), "email");
  private final Http http = fixture.http();
  private final JsonNode document = http.get("/api/v1/openapi.json").json();

  @BeforeAll
  void fill() {
    fixture.createTenant(ALICE);
    fixture.enqueue(ALICE, "default", Fixture.mail("m"));
    fixture.enqueue(ALICE, "default", Fixture.mail("dead"));
    fixture.enqueue(ALICE, "default", Fixture.mail("failed"));
    fixture.fail(ALICE, "default", "failed", "timed out");
    fixture.setAside(ALICE, "default", "dead", DeadLetterKind.FAILED, "gave up");
    fixture.publishSchema("notes");
    var unused = new FanOut(fixture.deployment()).start(Fixture.mail("begun")).join();
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @Test
  void listsEveryMappingAndNoOther() {
    Set<String> documented = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .propertyNames()
                    .forEach(method -> documented.add(method + " " + path.getKey())));
    Set<String> mapped =
        mappings()
            .map(mapping -> mapping.method() + " " + mapping.path())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(documented).isEqualTo(mapped);
  }

  @Test
  void listsEveryParameterOfEveryMapping() {
    mappings()
        .forEach(
            mapping -> {
              Set<String> documented = new TreeSet<>();
              JsonNode operation = document.get("paths").get(mapping.path()).get(mapping.method());
              operation
                  .get("parameters")
                  .forEach(parameter -> documented.add(resolve(parameter).get("name").asString()));
              Set<String> taken = parameters(mapping.handler());
              if (mapping.method().equals("post")) {
                taken.add("X-Tenure-Request");
              }
              assertThat(documented).as(mapping.path()).isEqualTo(taken);
            });
  }

  private record Mapping(String method, String path, HandlerMethod handler) {}

  private Stream<Mapping> mappings() {
    RequestMappingHandlerMapping mapping =
        fixture.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
    return mapping.getHandlerMethods().entrySet().stream()
        .flatMap(
            entry ->
                paths(entry.getKey())
                    .map(path -> new Mapping(method(entry.getValue()), path, entry.getValue())))
        .filter(one -> one.path().startsWith("/api/"));
  }

  private static Stream<String> paths(RequestMappingInfo info) {
    return info.getPatternValues().stream();
  }

  private static String method(HandlerMethod handler) {
    if (handler.hasMethodAnnotation(PostMapping.class)) {
      return "post";
    }
    return handler.hasMethodAnnotation(GetMapping.class) ? "get" : "unknown";
  }

  private static Set<String> parameters(HandlerMethod handler) {
    Set<String> names = new TreeSet<>();
    for (Parameter parameter : handler.getMethod().getParameters()) {
      if (parameter.isAnnotationPresent(PathVariable.class)
          || parameter.isAnnotationPresent(RequestParam.class)) {
        RequestParam declared = parameter.getAnnotation(RequestParam.class);
        boolean isNamed = declared != null && !declared.name().isEmpty();
        names.add(isNamed ? declared.name() : parameter.getName());
      }
    }
    return names;
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/overview, /api/v1/overview",
    "/api/v1/top-tenants, /api/v1/top-tenants",
    "/api/v1/clusters, /api/v1/clusters",
    "/api/v1/cluster-list, /api/v1/cluster-list",
    "/api/v1/clusters/a, /api/v1/clusters/{cluster}",
    "/api/v1/clusters/a/applications, '/api/v1/clusters/{cluster}/applications'",
    "/api/v1/clusters/a/visit-leases, '/api/v1/clusters/{cluster}/visit-leases'",
    "/api/v1/fan-outs/begun, '/api/v1/fan-outs/{id}'",
    "/api/v1/schemas, /api/v1/schemas",
    "/api/v1/schemas/notes, '/api/v1/schemas/{application}'",
    "/api/v1/directory, /api/v1/directory",
    "/api/v1/directory/tenants, /api/v1/directory/tenants",
    "/api/v1/directory/tenants/notes/alice, '/api/v1/directory/tenants/{application}/{user}'",
    "/api/v1/directory/tenants/notes/alice?reveal=true, "
        + "'/api/v1/directory/tenants/{application}/{user}'",
    "/api/v1/directory/audit, /api/v1/directory/audit",
    "/api/v1/directory/violations, /api/v1/directory/violations",
    "/api/v1/directory/moves, /api/v1/directory/moves",
    "/api/v1/directory/plans, /api/v1/directory/plans",
    "/api/v1/tenants, /api/v1/tenants",
    "/api/v1/tenants/notes/alice, '/api/v1/tenants/{application}/{user}'",
    "/api/v1/tenants/notes/alice/zones, '/api/v1/tenants/{application}/{user}/zones'",
    "/api/v1/tenants/notes/alice/zones/default, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}'",
    "/api/v1/tenants/notes/alice/zones/default/items, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}/items'",
    "/api/v1/tenants/notes/alice/zones/default/items/m, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}/items/{id}'",
    "/api/v1/tenants/notes/alice/zones/default/items/dead, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}/items/{id}'",
    "/api/v1/tenants/notes/alice/zones/default/items/failed, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}/items/{id}'",
    "/api/v1/tenants/notes/alice/zones/default/items/m/why, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}/items/{id}/why'",
    "/api/v1/tenants/notes/alice/zones/default/items/gone/why, "
        + "'/api/v1/tenants/{application}/{user}/zones/{zone}/items/{id}/why'",
  })
  void describesTheAnswersAsTheyAre(String path, String template) {
    assertThat(differences("answer", http.get(path).json(), answer(template, "get"))).isEmpty();
  }

  @Test
  void describesMovesAndPlansAsTheyAre() {
    TenantId ahab = new TenantId("whaling", "ahab");
    String source = fixture.directory().create(ahab, TenantDetails.NONE).join().cluster();
    String target = source.equals("a") ? "b" : "a";
    String move = "/api/v1/directory/tenants/%s/%s/move";
    String path = move.formatted("whaling", "ahab");
    String template = move.formatted("{application}", "{user}");
    JsonNode asked = http.post(path, "{\"cluster\":\"" + target + "\"}").json();
    assertThat(differences("answer", asked, answer(template, "post"))).isEmpty();
    assertThat(differences("answer", http.get(path).json(), answer(template, "get"))).isEmpty();

    String plans = "/api/v1/directory/plans";
    String even = "{\"goal\":\"SIZE\",\"percent\":100,\"plan\":\"even\"}";
    JsonNode preview = http.post(plans + "/preview", even).json();
    assertThat(differences("answer", preview, answer(plans + "/preview", "post"))).isEmpty();
    JsonNode plan = http.post(plans, even).json();
    assertThat(differences("answer", plan, answer(plans, "post"))).isEmpty();
    JsonNode progress = http.get(plans + "/even").json();
    assertThat(differences("answer", progress, answer(plans + "/{plan}", "get"))).isEmpty();
    JsonNode paused = http.post(plans + "/even/pause").json();
    assertThat(differences("answer", paused, answer(plans + "/{plan}/pause", "post"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"redrive, true", "redrive, false", "delete, true", "delete, false"})
  void describesWhatBecomesOfDeadLettersAsItIs(String action, boolean dryRun) {
    TenantId letters = new TenantId("letters", action + dryRun);
    fixture.createTenant(letters);
    fixture.enqueue(letters, "z", Fixture.mail("dead"));
    fixture.setAside(letters, "z", "dead", DeadLetterKind.FAILED, "gave up");
    String zones = "/api/v1/tenants/%s/%s/zones/";
    String path = zones.formatted("letters", action + dryRun) + "z/dead-letters/" + action;
    String template = zones.formatted("{application}", "{user}") + "{zone}/dead-letters/" + action;
    JsonNode told = http.post(path, "{\"dryRun\":" + dryRun + "}").json();
    assertThat(differences("answer", told, answer(template, "post"))).isEmpty();
    assertThat(told.get("report").isNull()).isEqualTo(dryRun);
  }

  private JsonNode answer(String template, String method) {
    return document
        .get("paths")
        .get(template)
        .get(method)
        .get("responses")
        .get("200")
        .get("content")
        .get("application/json")
        .get("schema");
  }

  @Test
  void describesProblemsAsTheyAre() {
    JsonNode schema = document.get("components").get("schemas").get("Problem");
    JsonNode problem = http.get("/api/v1/clusters/nowhere").json();
    assertThat(differences("problem", problem, schema)).isEmpty();
  }

  @Test
  void wouldNoticeAnAnswerThatDiffers() {
    JsonNode schema = document.get("components").get("schemas").get("Zone");
    JsonNode cluster = http.get("/api/v1/clusters/a").json();
    assertThat(differences("zone", cluster, schema)).isNotEmpty();
  }

  /** What of an answer is not as its schema says. */
  private List<String> differences(String at, JsonNode value, JsonNode given) {
    JsonNode schema = resolve(given);
    if (schema.has("oneOf")) {
      return value.isNull() ? List.of() : differences(at, value, schema.get("oneOf").get(0));
    }
    List<String> types = types(schema);
    if (types.stream().noneMatch(type -> is(value, type))) {
      return List.of(at + " is " + value.getNodeType() + ", not " + types);
    }
    List<String> found = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(each -> found.addAll(differences(at + "[]", each, schema.get("items"))));
    } else if (value.isObject() && schema.has("properties")) {
      found.addAll(fieldDifferences(at, value, schema));
    } else if (schema.has("enum")
        && schema.get("enum").valueStream().noneMatch(one -> one.equals(value))) {
      found.add(at + " is " + value + ", not one of " + schema.get("enum"));
    }
    return found;
  }

  private List<String> fieldDifferences(String at, JsonNode value, JsonNode schema) {
    List<String> found = new ArrayList<>();
    Set<String> actual = new TreeSet<>(value.propertyNames());
    Set<String> described = new TreeSet<>(schema.get("properties").propertyNames());
    if (!actual.equals(described)) {
      found.add(at + " has " + actual + ", described are " + described);
      return found;
    }
    actual.forEach(
        name ->
            found.addAll(
                differences(at + "." + name, value.get(name), schema.get("properties").get(name))));
    return found;
  }

  private JsonNode resolve(JsonNode schema) {
    return schema.has("$ref") ? document.at(schema.get("$ref").asString().substring(1)) : schema;
  }

  private static List<String> types(JsonNode schema) {
    JsonNode type = schema.get("type");
    return type.isArray()
        ? type.valueStream().map(JsonNode::asString).toList()
        : List.of(type.asString());
  }

  private static boolean is(JsonNode value, String type) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isString();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      default -> false;
    };
  }
}
