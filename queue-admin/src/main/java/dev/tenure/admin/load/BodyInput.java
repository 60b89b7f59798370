package dev.tenure.admin.load;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Receives the body of a request without a thread that waits for it, and then lets the request be
 * served.
 */
final class BodyInput implements ReadListener, AsyncListener {
  private final AsyncContext context;
  private final ServletInputStream input;
  private final byte[] body;
  private final Consumer<byte[]> whole;
  private final Late late;
  private int read;

  /** Called when the client took too long. The answer has not begun. */
  interface Late {
    void answer(int read) throws IOException;
  }

  private BodyInput(
      AsyncContext context,
      ServletInputStream input,
      int length,
      Consumer<byte[]> whole,
      Late late) {
    this.context = context;
    this.input = input;
    this.body = new byte[length];
    this.whole = whole;
    this.late = late;
  }

  static void begin(
      HttpServletRequest request,
      HttpServletResponse response,
      Duration timeMax,
      Consumer<byte[]> whole,
      Late late)
      throws IOException {
    AsyncContext context = request.startAsync(request, response);
    context.setTimeout(timeMax.toMillis());
    ServletInputStream input = request.getInputStream();
    BodyInput reading = new BodyInput(context, input, request.getContentLength(), whole, late);
    context.addListener(reading);
    input.setReadListener(reading);
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (read < body.length && input.isReady()) {
      int count = input.read(body, read, body.length - read);
      if (count < 0) {
        return;
      }
      read += count;
    }
  }

  @Override
  public void onAllDataRead() {
    whole.accept(body);
    context.dispatch();
  }

  /** Called when the client is gone, or its connection was closed. */
  @Override
  public void onError(Throwable error) {
    context.complete();
  }

  @Override
  public void onTimeout(AsyncEvent event) throws IOException {
    late.answer(read);
    context.complete();
  }

  @Override
  public void onComplete(AsyncEvent event) {}

  @Override
  public void onError(AsyncEvent event) {
    GoneClient.end(event);
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
