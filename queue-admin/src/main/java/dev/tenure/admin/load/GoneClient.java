package dev.tenure.admin.load;

import jakarta.servlet.AsyncEvent;

/** Ends requests whose clients are gone, or whose connections were closed. */
final class GoneClient {
  private GoneClient() {}

  /** Ends the request. Otherwise the web server would create an error answer, and log it. */
  static void end(AsyncEvent event) {
    try {
      event.getAsyncContext().complete();
    } catch (IllegalStateException e) { // it is ending already
    }
  }
}
