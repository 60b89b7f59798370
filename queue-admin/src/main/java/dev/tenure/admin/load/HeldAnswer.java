package dev.tenure.admin.load;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose body is kept in memory until it is complete. Its headers go to the client's
 * answer at once.
 */
final class HeldAnswer extends HttpServletResponseWrapper {
  private final HttpServletResponse client;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final ServletOutputStream output = new Output();
  private @Nullable PrintWriter writer;
  private boolean handedOn;

  HeldAnswer(HttpServletResponse client) {
    super(client);
    this.client = client;
  }

  HttpServletResponse client() {
    return client;
  }

  byte[] bytes() {
    if (writer != null) {
      writer.flush();
    }
    return body.toByteArray();
  }

  /**
   * Whether the web server writes the answer instead, for an error or for a request that was
   * forwarded to another address.
   */
  boolean isHandedOn() {
    return handedOn;
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    handedOn = true;
    super.sendError(status, message);
  }

  @Override
  public void sendError(int status) throws IOException {
    handedOn = true;
    super.sendError(status);
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    handedOn = true;
    super.sendRedirect(location);
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return output;
  }

  @Override
  public PrintWriter getWriter() {
    if (writer == null) {
      String named = getCharacterEncoding();
      Charset charset = named == null ? StandardCharsets.UTF_8 : Charset.forName(named);
      writer = new PrintWriter(new OutputStreamWriter(body, charset));
    }
    return writer;
  }

  @Override
  public void flushBuffer() {
    // the answer is given out when it is whole
  }

  @Override
  public void resetBuffer() {
    super.resetBuffer();
    body.reset();
  }

  @Override
  public void reset() {
    super.reset();
    body.reset();
  }

  private final class Output extends ServletOutputStream {
    @Override
    public void write(int one) {
      body.write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      body.write(bytes, from, count);
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException("a held answer is written without a listener");
    }
  }
}
