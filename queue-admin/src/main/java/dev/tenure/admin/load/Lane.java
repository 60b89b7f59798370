package dev.tenure.admin.load;

import dev.tenure.admin.problem.ProblemDetails;
import dev.tenure.admin.problem.ProblemKind;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Requests of one kind, of which a limited number is served at a time. Further requests wait in the
 * order of their arrival, without a thread, for at most {@link #WAIT_MAX}. Requests beyond the
 * limit of waiting ones are answered with 503. Thread-safe.
 */
final class Lane {
  static final Duration WAIT_MAX = Duration.ofSeconds(12);
  private static final String PLACE = Lane.class.getName() + ".place";

  private final String kind;
  private final int servedMax;
  private final int waitingMax;
  private final boolean heldUntilTaken;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private int served;

  /**
   * @param kind the kind of requests, for the error of a refused request
   * @param heldUntilTaken whether a request keeps its place until the client has received the
   *     answer; if not, it keeps the place until the answer is made
   */
  Lane(String kind, int servedMax, int waitingMax, boolean heldUntilTaken) {
    this.kind = kind;
    this.servedMax = servedMax;
    this.waitingMax = waitingMax;
    this.heldUntilTaken = heldUntilTaken;
  }

  /** The place that the request has, in any lane; empty when it has none. */
  static Optional<Place> placeOf(HttpServletRequest request) {
    return request.getAttribute(PLACE) instanceof Place place
        ? Optional.of(place)
        : Optional.empty();
  }

  /**
   * Gives a request a place. Empty when the request waits, in which case it is dispatched again
   * once it has a place, and when it was refused.
   */
  Optional<Place> enter(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Waiting next;
    synchronized (this) {
      if (served < servedMax) {
        served++;
        return Optional.of(new Place(request));
      }
      next = waiting.size() < waitingMax ? new Waiting(request, response) : null;
      if (next != null) {
        waiting.add(next);
      }
    }
    if (next == null) {
      String waitToo = waitingMax == 0 ? "" : " and " + waitingMax + " wait";
      String told = servedMax + " " + kind + " are served" + waitToo + " already";
      refuse(request, response, told + ", which is the limit");
    } else {
      next.begin();
    }
    return Optional.empty();
  }

  private static void refuse(
      HttpServletRequest request, HttpServletResponse response, String detail) throws IOException {
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    ProblemDetails.write(response, ProblemKind.BUSY, detail, request.getRequestURI());
  }

  /** The right of a request to be served. It is given back once. */
  final class Place {
    private final AtomicBoolean held = new AtomicBoolean(true);

    private Place(HttpServletRequest request) {
      request.setAttribute(PLACE, this);
    }

    /** Notes that the answer is complete. From here on no thread waits for the client. */
    void answerMade() {
      if (!heldUntilTaken) {
        giveBack();
      }
    }

    /** Passes the right on to the request that has waited longest. */
    void giveBack() {
      if (!held.compareAndSet(true, false)) {
        return;
      }
      Waiting next = next();
      while (next != null && !next.goOn()) {
        next = next();
      }
    }
  }

  /** The next that is given the place; without one, the place is free. */
  private synchronized @Nullable Waiting next() {
    Waiting next = waiting.poll();
    if (next == null) {
      served--;
    }
    return next;
  }

  private synchronized void leave(Waiting one) {
    waiting.remove(one);
  }

  /** A request that no thread serves. Its context is used by one thread after the other. */
  private final class Waiting implements AsyncListener {
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private @Nullable AsyncContext context;
    private @Nullable Place place;
    private boolean chosen;
    private boolean over;

    Waiting(HttpServletRequest request, HttpServletResponse response) {
      this.request = request;
      this.response = response;
    }

    /** Ends the work of this thread for the request. */
    void begin() {
      AsyncContext begun = request.startAsync(request, response);
      begun.setTimeout(WAIT_MAX.toMillis());
      begun.addListener(this);
      Place given = null;
      synchronized (this) {
        context = begun;
        if (chosen && !dispatch(begun)) {
          given = place;
        }
      }
      if (given != null) {
        given.giveBack();
      }
    }

    /**
     * Dispatches the request. Returns false when the request has already ended, so that another one
     * can have the place.
     */
    synchronized boolean goOn() {
      if (over) {
        return false;
      }
      chosen = true;
      AsyncContext begun = context;
      return begun == null || dispatch(begun);
    }

    private boolean dispatch(AsyncContext begun) {
      Place given = new Place(request);
      place = given;
      try {
        begun.dispatch();
        return true;
      } catch (IllegalStateException e) { // the connection ended in this moment
        over = true;
        return false;
      }
    }

    /** Whether the request leaves without having been given a place. */
    private synchronized boolean ends() {
      boolean first = !over && !chosen;
      over = true;
      return first;
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
      if (ends()) {
        leave(this);
        refuse(
            request,
            response,
            "%d %s were served for the %d s that this one waited, which is the limit"
                .formatted(servedMax, kind, WAIT_MAX.toSeconds()));
        event.getAsyncContext().complete();
      }
    }

    /** Called when the client is gone, or its connection was closed. */
    @Override
    public void onError(AsyncEvent event) {
      if (ends()) {
        leave(this);
      }
      GoneClient.end(event);
    }

    /** Frees a place whose request was never served. */
    @Override
    public void onComplete(AsyncEvent event) {
      Place given;
      synchronized (this) {
        over = true;
        given = place;
      }
      if (given != null) {
        given.giveBack();
      }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
