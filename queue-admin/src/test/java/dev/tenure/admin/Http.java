package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends requests byte by byte as they are written, so that what no proper client would send can be
 * sent too.
 */
public final class Http {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int TIMEOUT_MILLIS = 300_000;

  private final int port;

  public Http(int port) {
    this.port = port;
  }

  /** An answer; header names are in lower case. */
  public record Answer(int status, Map<String, String> headers, String body) {
    public JsonNode json() {
      return JSON.readTree(body);
    }

    /** Checks that it is a proper problem detail of the kind. */
    public JsonNode problem(int expected, String kind) {
      assertThat(status).as("status of %s", body).isEqualTo(expected);
      assertThat(headers.get("content-type")).startsWith("application/problem+json");
      JsonNode json = json();
      assertThat(json.propertyNames())
          .containsExactlyInAnyOrder("type", "title", "status", "detail", "instance");
      assertThat(json.get("type").asString()).isEqualTo("urn:tenure:problem:" + kind);
      assertThat(json.get("status").asInt()).isEqualTo(expected);
      assertThat(json.get("title").asString()).isNotBlank();
      assertThat(json.get("detail").asString()).isNotBlank();
      assertThat(body).doesNotContain("Exception").doesNotContain("\\tat ");
      return json;
    }
  }

  public Answer get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  /** A proper change: with the header and no body. */
  public Answer post(String path) {
    return send("POST", path, "", "X-Tenure-Request: 1");
  }

  public Answer post(String path, String json, String... headers) {
    List<String> all = new ArrayList<>(Arrays.asList(headers));
    all.add("X-Tenure-Request: 1");
    all.add("Content-Type: application/json");
    return send("POST", path, json, all.toArray(String[]::new));
  }

  /** Sends a request; the headers may name the host themselves. */
  public Answer send(String method, String path, String body, String... headers) {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    List<String> lines = new ArrayList<>();
    lines.add(method + " " + path + " HTTP/1.1");
    Collections.addAll(lines, headers);
    if (Arrays.stream(headers).noneMatch(line -> line.startsWith("Host:"))) {
      lines.add("Host: localhost:" + port);
    }
    if (content.length > 0) {
      lines.add("Content-Length: " + content.length);
    } else if (method.equals("POST")) {
      lines.add("Content-Length: 0");
    }
    lines.add("Connection: close");
    return raw(String.join("\r\n", lines) + "\r\n\r\n" + body);
  }

  /** Sends exactly this text and reads until the server closes. */
  public Answer raw(String request) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return parse(socket.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A path with each identifier encoded. */
  public static String path(String pattern, String... identifiers) {
    Object[] encoded = Arrays.stream(identifiers).map(Http::encode).toArray();
    return pattern.formatted(encoded);
  }

  public static String encode(String identifier) {
    return URLEncoder.encode(identifier, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Answer parse(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf("\r\n\r\n");
    assertThat(end).as("an answer to the request, got \"%s\"", text).isPositive();
    List<String> lines = text.substring(0, end).lines().toList();
    Map<String, String> headers = new TreeMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    String body = text.substring(end + 4);
    return new Answer(
        Integer.parseInt(lines.get(0).substring(9, 12)),
        headers,
        "chunked".equals(headers.get("transfer-encoding")) ? unchunk(body) : body);
  }

  /** Chunk sizes count bytes. */
  private static String unchunk(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder whole = new StringBuilder();
    int at = 0;
    while (at < bytes.length) {
      int line = at;
      while (bytes[line] != '\r') {
        line++;
      }
      int size = Integer.parseInt(new String(bytes, at, line - at, StandardCharsets.US_ASCII), 16);
      whole.append(new String(bytes, line + 2, size, StandardCharsets.UTF_8));
      at = line + 2 + size + 2;
    }
    return whole.toString();
  }
}
