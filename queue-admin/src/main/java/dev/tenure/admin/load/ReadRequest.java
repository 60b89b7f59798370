package dev.tenure.admin.load;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** A request whose body was received completely. */
final class ReadRequest extends HttpServletRequestWrapper {
  private final ServletInputStream input;

  ReadRequest(HttpServletRequest request, byte[] body) {
    super(request);
    this.input = new Input(new ByteArrayInputStream(body));
  }

  @Override
  public ServletInputStream getInputStream() {
    return input;
  }

  @Override
  public BufferedReader getReader() {
    String named = getCharacterEncoding();
    Charset charset = named == null ? StandardCharsets.UTF_8 : Charset.forName(named);
    return new BufferedReader(new InputStreamReader(input, charset));
  }

  private static final class Input extends ServletInputStream {
    private final ByteArrayInputStream body;

    Input(ByteArrayInputStream body) {
      this.body = body;
    }

    @Override
    public int read() {
      return body.read();
    }

    @Override
    public int read(byte[] bytes, int from, int count) {
      return body.read(bytes, from, count);
    }

    @Override
    public boolean isFinished() {
      return body.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException("a body that was taken in is read without a listener");
    }
  }
}
