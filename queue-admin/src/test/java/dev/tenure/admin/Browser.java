package dev.tenure.admin;

import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium without a window. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Selenium warns of versions of a protocol that is not used here. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Whether this machine has one. */
  static boolean isInstalled() {
    return chromium().isPresent() && chromeDriver().isPresent();
  }

  static Browser start() {
    SELENIUM.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium().orElseThrow());
    options.addArguments(
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromeDriver().orElseThrow())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  private static Optional<File> chromium() {
    return program("chromium", "google-chrome");
  }

  private static Optional<File> chromeDriver() {
    return program("chromedriver");
  }

  private static Optional<File> program(String... names) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(names)
        .flatMap(name -> Arrays.stream(path.split(":")).map(place -> new File(place, name)))
        .filter(File::canExecute)
        .findFirst();
  }

  /** Of what the page is shown in; a window cannot be as narrow as a phone. */
  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void open(String address) {
    driver.get(address);
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Waits until an element with the text exactly is there. */
  WebElement text(String tag, String text) {
    return find(By.xpath("//" + tag + "[normalize-space()=" + quoted(text) + "]"));
  }

  WebElement find(By by) {
    return waitFor(() -> driver.findElement(by));
  }

  WebElement css(String selector) {
    return find(By.cssSelector(selector));
  }

  /** Clicks, once the element is there and stays. */
  void click(Supplier<WebElement> element) {
    waitFor(
        () -> {
          element.get().click();
          return true;
        });
  }

  void clickText(String tag, String text) {
    click(() -> text(tag, text));
  }

  /** Waits until the check holds; elements that are drawn anew meanwhile are looked for again. */
  void until(Supplier<Boolean> check) {
    waitFor(() -> check.get() ? true : null);
  }

  /** What is drawn anew, or covered, at the moment of the attempt is tried again. */
  private <T> T waitFor(Supplier<@Nullable T> value) {
    return Objects.requireNonNull(
        Awaitility.await()
            .atMost(PATIENCE)
            .pollInSameThread()
            .pollInterval(Duration.ofMillis(50))
            .ignoreExceptionsInstanceOf(WebDriverException.class)
            .until(value::get, Objects::nonNull));
  }

  Object script(String script) {
    return Objects.requireNonNullElse(driver.executeScript(script), "");
  }

  /** What the page complained about. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }

  /** An XPath literal of any text. */
  private static String quoted(String text) {
    return text.contains("\"") ? "'" + text + "'" : '"' + text + '"';
  }
}
