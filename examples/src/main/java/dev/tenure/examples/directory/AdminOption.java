package dev.tenure.examples.directory;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The option that names the admin server, and the requests to it. */
public final class AdminOption {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final String ROOT = "api/v1/";
  private static final int PAGE = 1_000;

  /** Every answer of REST has it. */
  private static final String SERVER_HEADER = "X-Tenure-Time";

  private static final Set<String> SCHEMES = Set.of("http", "https");

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8090/",
      description = "the address of the admin server (default: ${DEFAULT-VALUE})")
  private String url = "";

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final String resource;

  AdminOption() {
    this("directory");
  }

  /**
   * @param resource the resource below which all paths lie
   */
  public AdminOption(String resource) {
    this.resource = resource;
  }

  public PrintStream out() {
    return out;
  }

  /** Reads a resource. */
  public JsonNode get(List<String> path, Map<String, String> query) throws AdminException {
    return send(request(path, query).GET().build());
  }

  /** Posts a body to a resource. */
  public JsonNode post(List<String> path, Map<String, ?> body) throws AdminException {
    String json = JsonMapper.shared().writeValueAsString(body);
    return send(
        request(path, Map.of())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /** Reads all pages of a list, up to a number of rows. */
  List<JsonNode> rows(List<String> path, Map<String, String> filter, int most)
      throws AdminException {
    return rows(
        (continuation, limit) -> {
          Map<String, String> query = new LinkedHashMap<>(filter);
          query.put("limit", String.valueOf(limit));
          continuation.ifPresent(from -> query.put("continuation", from));
          return get(path, query);
        },
        most);
  }

  /** A request for one page. */
  interface PageRequest {
    JsonNode send(Optional<String> continuation, int limit) throws AdminException;
  }

  /**
   * Sends requests for all pages, up to a number of rows. Begins anew once when a page cannot go on
   * where the one before it has ended, since the list has got another layout meanwhile.
   */
  List<JsonNode> rows(PageRequest request, int most) throws AdminException {
    try {
      return pages(request, most);
    } catch (AdminException e) {
      if (e.isUnusableContinuation()) {
        return pages(request, most);
      }
      throw e;
    }
  }

  private static List<JsonNode> pages(PageRequest request, int most) throws AdminException {
    List<JsonNode> rows = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      JsonNode page = request.send(next, Math.min(PAGE, most - rows.size()));
      page.get("rows").forEach(rows::add);
      next = page.path("continuation").asStringOpt();
    } while (next.isPresent() && rows.size() < most);
    return rows;
  }

  private HttpRequest.Builder request(List<String> path, Map<String, String> query) {
    StringBuilder address = new StringBuilder(server()).append(ROOT).append(resource);
    path.forEach(segment -> address.append('/').append(encoded(segment)));
    char before = '?';
    for (Map.Entry<String, String> each : query.entrySet()) {
      address.append(before).append(each.getKey()).append('=').append(encoded(each.getValue()));
      before = '&';
    }
    return HttpRequest.newBuilder(URI.create(address.toString()))
        .timeout(TIMEOUT)
        .header("Accept", "application/json")
        .header("X-Tenure-Request", "1");
  }

  /** The address of the server, with a slash at the end. */
  private String server() {
    try {
      URI server = new URI(url);
      if (server.getHost() != null && SCHEMES.contains(String.valueOf(server.getScheme()))) {
        return url.endsWith("/") ? url : url + "/";
      }
    } catch (URISyntaxException e) {
      // told below, as any other address that is none
    }
    throw new IllegalArgumentException(
        "--url is \"" + url + "\"; expected is an address such as http://127.0.0.1:8090/");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private JsonNode send(HttpRequest request) throws AdminException {
    HttpResponse<String> response;
    try {
      response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AdminException("no admin server answers at " + url + "; --url names another", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminException("interrupted while " + url + " was asked", e);
    }
    if (response.headers().firstValue(SERVER_HEADER).isEmpty()) {
      throw notTenure(response.statusCode());
    }
    JsonNode body = parsed(response);
    if (response.statusCode() != 200) {
      throw new AdminException(
          body.path("detail").asString("it answered with status " + response.statusCode()),
          body.path("type").asString(""));
    }
    return body;
  }

  private JsonNode parsed(HttpResponse<String> response) throws AdminException {
    try {
      return JsonMapper.shared().readTree(response.body());
    } catch (JacksonException e) {
      throw notTenure(response.statusCode());
    }
  }

  private AdminException notTenure(int status) {
    return new AdminException(
        "what answers at " + url + " with status " + status + " is no admin server of Tenure");
  }
}
