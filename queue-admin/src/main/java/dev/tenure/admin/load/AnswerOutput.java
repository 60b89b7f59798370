package dev.tenure.admin.load;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;

/** Sends an answer without a thread that waits for the client. */
final class AnswerOutput implements WriteListener, AsyncListener {
  private static final int CHUNK_BYTES = 16 * 1024;

  private final AsyncContext context;
  private final ServletOutputStream output;
  private final byte[] answer;
  private final Ended ended;
  private int written;

  /** Called once at the end of the output. */
  interface Ended {
    /**
     * Tells how the output ended.
     *
     * @param late whether the client did not take the answer in time
     */
    void tell(boolean late);
  }

  private AnswerOutput(
      AsyncContext context, ServletOutputStream output, byte[] answer, Ended ended) {
    this.context = context;
    this.output = output;
    this.answer = answer;
    this.ended = ended;
  }

  static void begin(HttpServletRequest request, HeldAnswer response, Duration timeMax, Ended ended)
      throws IOException {
    AsyncContext context = request.startAsync(request, response.client());
    context.setTimeout(timeMax.toMillis());
    ServletOutputStream output = response.client().getOutputStream();
    AnswerOutput writing = new AnswerOutput(context, output, response.bytes(), ended);
    context.addListener(writing);
    output.setWriteListener(writing);
  }

  @Override
  public void onWritePossible() throws IOException {
    while (output.isReady()) {
      if (written == answer.length) {
        context.complete();
        return;
      }
      int count = Math.min(CHUNK_BYTES, answer.length - written);
      output.write(answer, written, count);
      written += count;
    }
  }

  /** Called when the client is gone, or its connection was closed. */
  @Override
  public void onError(Throwable error) {
    context.complete();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    ended.tell(true);
    context.complete();
  }

  @Override
  public void onComplete(AsyncEvent event) {
    ended.tell(false);
  }

  @Override
  public void onError(AsyncEvent event) {
    GoneClient.end(event);
  }

  @Override
  public void onStartAsync(AsyncEvent event) {}
}
