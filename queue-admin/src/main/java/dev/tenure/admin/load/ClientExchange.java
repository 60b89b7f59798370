package dev.tenure.admin.load;

import dev.tenure.admin.problem.ProblemDetails;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.util.WebUtils;

/**
 * Stands between the client and whoever serves the request, the last of the filters.
 *
 * <ol>
 *   <li>A body is taken in without a thread that waits for it; one that is not whole in {@link
 *       #BODY_TIME_MAX} is answered with 408.
 *   <li>The request is served, unless as many as may be are served already: 503. Health and metrics
 *       are always served.
 *   <li>The answer is kept until it is whole, then given out without a thread that waits for the
 *       client; a client that has not taken it in {@link #ANSWER_TIME_MAX} loses its connection.
 * </ol>
 */
final class ClientExchange implements Filter {
  static final Duration BODY_TIME_MAX = Duration.ofSeconds(10);
  static final Duration ANSWER_TIME_MAX = Duration.ofSeconds(30);

  /** Requests served at a time, fewer than there are threads (defaults.properties). */
  static final int SERVED_MAX = 48;

  private static final String BODY = ClientExchange.class.getName() + ".body";
  private static final String PLACE = ClientExchange.class.getName() + ".place";
  private static final String OBSERVERS = "/actuator/";

  private final Semaphore places = new Semaphore(SERVED_MAX);

  /** A request's place among those that are served; given back once. */
  private final class Place {
    private final AtomicBoolean held;

    Place(boolean counted) {
      held = new AtomicBoolean(counted);
    }

    void giveBack() {
      if (held.compareAndSet(true, false)) {
        places.release();
      }
    }
  }

  @Override
  public void doFilter(ServletRequest plain, ServletResponse to, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest request = (HttpServletRequest) plain;
    HttpServletResponse response = (HttpServletResponse) to;
    if (request.getAttribute(PLACE) instanceof Place place) {
      serve(request, response, chain, place);
    } else if (request.getContentLength() > 0 && !(request.getAttribute(BODY) instanceof byte[])) {
      takeIn(request, response);
    } else {
      serveIfThereIsPlace(request, response, chain);
    }
  }

  private static void takeIn(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ClientConnection connection = ClientConnection.of(request);
    waitForClient(connection, true);
    BodyInput.begin(
        request,
        response,
        BODY_TIME_MAX,
        body -> {
          waitForClient(connection, false);
          request.setAttribute(BODY, body);
        },
        read -> {
          ClientConnection.closeAfterAnswer(request, response);
          ProblemDetails.write(
              response,
              ProblemKind.BODY_TOO_SLOW,
              "%d of the body's %d bytes came in %d s"
                  .formatted(read, request.getContentLength(), BODY_TIME_MAX.toSeconds()),
              request.getRequestURI());
        });
  }

  private void serveIfThereIsPlace(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    boolean counted = !request.getRequestURI().startsWith(OBSERVERS);
    if (counted && !places.tryAcquire()) {
      response.setHeader(HttpHeaders.RETRY_AFTER, "1");
      ProblemDetails.write(
          response,
          ProblemKind.BUSY,
          SERVED_MAX + " requests are served already, which is the limit",
          request.getRequestURI());
      return;
    }
    Place place = new Place(counted);
    request.setAttribute(PLACE, place);
    serve(request, response, chain, place);
  }

  /** Serves, or goes on to: the second time when what the first time waited for has come. */
  private void serve(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain, Place place)
      throws IOException, ServletException {
    HeldAnswer known = WebUtils.getNativeResponse(response, HeldAnswer.class);
    HeldAnswer answer = known == null ? new HeldAnswer(response) : known;
    boolean goesOn = false;
    try {
      chain.doFilter(withBody(request), known == null ? answer : response);
      goesOn = request.isAsyncStarted() || giveOut(request, answer, place);
    } finally {
      if (!goesOn) {
        place.giveBack();
      }
    }
    if (request.isAsyncStarted()) {
      request.getAsyncContext().addListener(new GivesBack(place));
    }
  }

  private static HttpServletRequest withBody(HttpServletRequest request) {
    return request.getAttribute(BODY) instanceof byte[] body
            && WebUtils.getNativeRequest(request, ReadRequest.class) == null
        ? new ReadRequest(request, body)
        : request;
  }

  /** False when there is nothing to give out. */
  private static boolean giveOut(HttpServletRequest request, HeldAnswer answer, Place place)
      throws IOException {
    byte[] bytes = answer.bytes();
    if (answer.isHandedOn() || bytes.length == 0) {
      return false;
    }
    answer.client().setContentLength(bytes.length);
    ClientConnection connection = ClientConnection.of(request);
    waitForClient(connection, true);
    AnswerOutput.begin(
        request,
        answer,
        ANSWER_TIME_MAX,
        late -> {
          place.giveBack();
          if (late && connection != null) {
            connection.closeNow();
          }
        });
    return true;
  }

  private static void waitForClient(@Nullable ClientConnection connection, boolean now) {
    if (connection != null) {
      connection.waitForClient(now);
    }
  }

  /** However a request ends, its place is free then. */
  private record GivesBack(Place place) implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      place.giveBack();
    }

    @Override
    public void onTimeout(AsyncEvent event) {}

    @Override
    public void onError(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
