package dev.tenure.admin.rest;

import static dev.tenure.admin.Http.encode;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.admin.Fixture;
import dev.tenure.admin.Http;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Filters and orders of lists, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FiltersTest {
  private static final TenantId ALICE = new TenantId("filters", "alice");
  private static final String ITEMS = "/api/v1/tenants/filters/alice/zones/default/items?limit=%d";

  private final Fixture fixture = Fixture.start();
  private final Http http = fixture.http();

  @BeforeAll
  void makeTenants() {
    fixture.createTenant(ALICE);
    fixture.createTenant(new TenantId("filters", "ahab"));
    fixture.createTenant(new TenantId("filters", "bert"));
    List<NewItem> items =
        IntStream.range(0, 9)
            .mapToObj(index -> Fixture.mail("m-" + index).withPriority(index % 3))
            .toList();
    fixture.run(ALICE, tx -> tx.zone().enqueueAll(items));
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /** The values of a field in all pages. */
  private List<String> rows(String list, String field, String filter, String order) {
    List<String> found = new ArrayList<>();
    String continuation = "";
    do {
      Http.Answer answer =
          http.get(
              list
                  + "&filter="
                  + encode(filter)
                  + "&order_by="
                  + encode(order)
                  + (continuation.isEmpty() ? "" : "&continuation=" + encode(continuation)));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      JsonNode page = answer.json();
      page.get("rows").forEach(row -> found.add(row.get(field).asString()));
      continuation = page.get("continuation").asString("");
    } while (!continuation.isEmpty());
    return found;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void itemsAreThoseOfTheFilterOnPagesOfAnySize(int limit) {
    String list = ITEMS.formatted(limit);
    assertThat(rows(list, "id", "state = READY AND priority = 1", ""))
        .containsExactlyInAnyOrder("m-1", "m-4", "m-7");
    assertThat(rows(list, "id", "id = \"m-8*\" OR id = m-0", ""))
        .containsExactlyInAnyOrder("m-0", "m-8");
    assertThat(rows(list, "id", "errors > 0", "")).isEmpty();
    assertThat(rows(list, "priority", "priority > 0", "priority desc, vesting desc"))
        .containsExactly("2", "2", "2", "1", "1", "1");
  }

  @Test
  void tenantsAreThoseOfTheFilter() {
    String list = "/api/v1/tenants?application=filters&limit=1";
    assertThat(rows(list, "user", "user = \"a*\"", "user"))
        .containsExactlyInAnyOrder("ahab", "alice");
    assertThat(rows(list, "user", "createdAt < 1970-01-02T00:00:00Z", "")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "priority >            |               | column 11",
        "priority = high       |               | column 12",
        "prio = 1              |               | priority",
        "priority = $p         |               | column 12",
        "payload = x           |               | payload",
        "state = RUNNING       |               | READY",
        "                      | prio          | priority",
        "                      | errors        | priority, vesting",
        "                      | priority up   | column 10",
      })
  void badFilterSaysWhereAndWhat(String filter, String order, String named) {
    JsonNode problem =
        http.get(
                ITEMS.formatted(10)
                    + (filter == null ? "" : "&filter=" + encode(filter))
                    + (order == null ? "" : "&order_by=" + encode(order)))
            .problem(400, "filter-unusable");
    assertThat(problem.get("detail").asString()).contains(named);
  }

  @Test
  void filterHasALength() {
    String filter = "id = x OR ".repeat(250) + "id = y";
    http.get(ITEMS.formatted(10) + "&filter=" + encode(filter)).problem(400, "filter-unusable");
  }

  @Test
  void continuationIsOfOneFilter() {
    JsonNode page = http.get(ITEMS.formatted(1) + "&filter=" + encode("priority = 1")).json();
    String continuation = page.get("continuation").asString();
    int status =
        http.get(
                ITEMS.formatted(1)
                    + "&filter="
                    + encode("priority = 2")
                    + "&continuation="
                    + encode(continuation))
            .status();
    assertThat(status).isEqualTo(400);
  }
}
