package dev.tenure.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantDetails;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.directory.TenantState;
import dev.tenure.record.global.SecondaryKey;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The pages of the tenant directory in a real browser, as an operator uses them. */
@Tag("browser")
@EnabledIf(
    value = "dev.tenure.admin.Browser#isInstalled",
    disabledReason =
        "chromium and chromedriver are not installed (apt-get install chromium chromium-driver)")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class DirectoryBrowserTest {
  private static final String MAIL = "ahab@pequod.example";
  private static final String NAME = "Captain Ahab";

  private final Browser browser = Browser.start();
  private final Fixture fixture =
      Fixture.startWithDirectory(AdminOptions.defaults(), "email", "handle");

  @BeforeAll
  void createTenants() {
    create("ahab", TenantDetails.NONE.withDisplayName(NAME).withKey("email", MAIL));
    create("starbuck", TenantDetails.NONE.withAttribute("rank", "first mate"));
  }

  @AfterAll
  void close() {
    browser.close();
    fixture.close();
  }

  @BeforeEach
  void beginWithAWideWindow() {
    browser.size(1280, 900);
    browser.open("about:blank");
    assertThat(browser.complaints()).isNotNull();
  }

  private static TenantId tenant(String user) {
    return new TenantId("whaling", user);
  }

  private void create(String user, TenantDetails details) {
    fixture.directory().create(tenant(user), details).join();
  }

  private Optional<TenantEntry> entry(String user) {
    return fixture.directory().find(tenant(user)).join();
  }

  private void open(String place) {
    browser.open(fixture.server().url() + place);
  }

  private String page() {
    return browser.css("body").getText();
  }

  private void toast(String text) {
    browser.until(() -> browser.css(".toast").getText().equals(text));
  }

  private void answer(String button) {
    browser.click(() -> browser.css("dialog button[value=" + button + "]"));
  }

  @Test
  void findsATenantByItsIdAndShowsPersonalDataOnlyWhenAsked() {
    open("");
    browser.clickText("a", "Directory");
    browser.css("#user").sendKeys("ahab", Keys.ENTER);
    assertThat(browser.script("return document.querySelector('#application').validity.customError"))
        .isEqualTo(true);
    browser.css("#application").sendKeys("whaling", Keys.ENTER);
    browser.until(() -> browser.css("h1").getText().equals("ahab"));
    browser.text("span[contains(@class,'badge')]", "ACTIVE");
    assertThat(page()).contains("email").doesNotContain(NAME, MAIL);

    browser.clickText("button", "Show personal data");
    browser.text("td", MAIL);
    assertThat(page()).contains(NAME);
    browser.driver().navigate().refresh();
    browser.text("span[contains(@class,'badge')]", "ACTIVE");
    assertThat(page()).doesNotContain(NAME, MAIL);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void findsTheOwnerOfAKeyWithoutTheKeyInTheAddress() {
    open("#/directory");
    browser.css("#kind option[value=email]");
    browser.css("#value").sendKeys("nobody@pequod.example", Keys.ENTER);
    browser.text("h2", "No tenant owns this key");
    browser.css("#value").clear();
    browser.css("#value").sendKeys(MAIL, Keys.ENTER);
    browser.until(
        () -> browser.driver().findElements(By.xpath("//a[normalize-space()='ahab']")).size() == 2);
    assertThat(browser.driver().getCurrentUrl()).endsWith("#/directory");
    Object asked =
        browser.script(
            "return performance.getEntriesByType('resource').map(one => one.name).join()");
    assertThat(asked.toString()).contains("directory/find").doesNotContain("pequod");
  }

  @Test
  void suspendsWithAReasonAndResumes() {
    open("#/directory/whaling/starbuck");
    browser.clickText("button", "Suspend");
    answer("no");
    browser.clickText("button", "Suspend");
    browser.css("#dialog-text").sendKeys("unpaid");
    answer("yes");
    toast("The tenant was suspended.");
    browser.text("p", "Suspended: unpaid");
    assertThat(entry("starbuck").orElseThrow().state()).isEqualTo(TenantState.SUSPENDED);

    open("#/directory?state=SUSPENDED");
    browser.until(() -> browser.driver().findElements(By.cssSelector("tbody tr")).size() == 1);
    browser.clickText("a", "starbuck");
    browser.clickText("button", "Resume");
    answer("yes");
    toast("The tenant was resumed.");
    browser.text("button", "Suspend");
    assertThat(entry("starbuck").orElseThrow().state()).isEqualTo(TenantState.ACTIVE);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void deletesAfterItHasShownWhatGoes() {
    create("flask", TenantDetails.NONE.withKey("handle", "flask"));
    fixture.enqueue(tenant("flask"), "z", Fixture.mail("m"));
    open("#/directory/whaling/flask");
    browser.clickText("button", "Delete");
    browser.text("h2", "Delete flask for good?");
    assertThat(browser.css("dialog p").getText()).contains("1 item", "1 alternate key");
    answer("no");
    assertThat(entry("flask")).isPresent();

    browser.clickText("button", "Delete");
    browser.css("#dialog-text").sendKeys("asked for");
    answer("yes");
    toast("The tenant was deleted.");
    browser.until(() -> browser.css("h1").getText().equals("Tenant directory"));
    assertThat(entry("flask")).isEmpty();
    assertThat(fixture.directory().find(new SecondaryKey("handle", "flask")).join()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  private void share(String key, String first, String second) {
    create(first, TenantDetails.NONE.withKey("handle", key));
    create(second, TenantDetails.NONE);
    fixture.bringBack(tenant(second), new SecondaryKey("handle", key));
    fixture.http().post("/api/v1/directory/audit", "{}").json();
  }

  private String handle(String user) {
    return entry(user).orElseThrow().details().keys().stream()
        .map(SecondaryKey::value)
        .findFirst()
        .orElse("none");
  }

  @Test
  void decidesWhoKeepsAKeyAndWhoGetsAnother() {
    share("harpoon", "queequeg", "tashtego");
    open("#/directory");
    browser.text("caption", "Keys with several owners");
    assertThat(page()).contains("hidden").doesNotContain("harpoon");
    browser.clickText("button", "Show the values");
    browser.text("td", "harpoon");
    browser.click(() -> browser.css("button[data-key='Keeps it handle queequeg']"));
    browser.text("h2", "Does queequeg keep the handle?");
    answer("yes");
    toast("The key has one owner.");
    assertThat(handle("queequeg")).isEqualTo("harpoon");
    assertThat(handle("tashtego")).isEqualTo("none");

    share("lance", "daggoo", "fedallah");
    open("#/");
    open("#/directory");
    browser.click(() -> browser.css("button[data-key='Gets another handle fedallah']"));
    browser.css("#dialog-text").sendKeys("knife");
    answer("yes");
    toast("The key has one owner.");
    assertThat(handle("daggoo")).isEqualTo("lance");
    assertThat(handle("fedallah")).isEqualTo("knife");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void offersNoChangesWhenReadOnly() {
    try (Fixture reading =
        Fixture.startWithDirectory(AdminOptions.defaults().withReadOnly(true), "email")) {
      reading.directory().create(tenant("pip"), TenantDetails.NONE).join();
      browser.open(reading.server().url() + "#/directory/whaling/pip");
      browser.text("button", "Show personal data");
      assertThat(browser.driver().findElements(By.cssSelector(".actions button"))).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"#/directory", "#/directory/whaling/ahab"})
  void fitsAPhone(String place) {
    browser.size(380, 800);
    open(place);
    browser.until(() -> browser.driver().findElements(By.cssSelector(".loading")).isEmpty());
    assertThat(
            browser.script(
                "const all = document.documentElement; return all.scrollWidth - all.clientWidth"))
        .isEqualTo(0L);
  }

  @Test
  void showsKindsAsTheyAreAddedAndDropped() {
    try (Fixture mine = Fixture.startWithDirectory(AdminOptions.defaults(), "email", "handle")) {
      browser.open(mine.server().url() + "#/directory");
      browser.text("dd", "email, handle");
      while (!mine.http()
          .post("/api/v1/directory/kinds", "{\"kind\":\"handle\",\"change\":\"DROP\"}")
          .json()
          .get("done")
          .asBoolean()) {
        browser.css("h1");
      }
      browser.driver().navigate().refresh();
      browser.text("dd", "email");
    }
  }
}
