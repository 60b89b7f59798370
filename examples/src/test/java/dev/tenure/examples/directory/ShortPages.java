package dev.tenure.examples.directory;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before an admin server: asks it for pages of one row, whatever a command asks for, and
 * lets something happen before a page is asked for.
 */
final class ShortPages implements AutoCloseable {
  private final String server;
  private final int page;
  private final Runnable before;
  private final HttpServer front;
  private final AtomicInteger pages = new AtomicInteger();

  /**
   * @param page the number of the request before which something happens
   */
  ShortPages(String server, int page, Runnable before) throws IOException {
    this.server = server;
    this.page = page;
    this.before = before;
    this.front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    front.createContext("/", this::answer);
    front.start();
  }

  String url() {
    return "http://127.0.0.1:" + front.getAddress().getPort() + "/";
  }

  int pages() {
    return pages.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (pages.incrementAndGet() == page) {
      before.run();
    }
    String path = exchange.getRequestURI().toString().substring(1);
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path.replace("limit=1000", "limit=1")))
            .header("X-Tenure-Request", "1")
            .header("Content-Type", "application/json");
    HttpResponse<String> answered =
        send(
            exchange.getRequestMethod().equals("GET")
                ? request.build()
                : request
                    .POST(
                        HttpRequest.BodyPublishers.ofString(
                            body.replace("\"limit\":1000", "\"limit\":1")))
                    .build());
    answered
        .headers()
        .firstValue("X-Tenure-Time")
        .ifPresent(time -> exchange.getResponseHeaders().add("X-Tenure-Time", time));
    byte[] bytes = answered.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answered.statusCode(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    front.stop(0);
  }
}
