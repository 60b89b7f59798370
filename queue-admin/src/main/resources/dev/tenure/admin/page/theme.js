// Colours: as the system says, or dark, or light; remembered by this browser.
import { announce } from "./dom.js";

const CHOICES = ["auto", "dark", "light"];
const KEY = "tenure-theme";

export function startTheme(button) {
  apply(button, remembered());
  button.addEventListener("click", () => {
    const next = CHOICES[(CHOICES.indexOf(button.dataset.choice) + 1) % CHOICES.length];
    apply(button, next);
    remember(next);
    announce(`Colours: ${next}`);
  });
}

function apply(button, choice) {
  if (choice === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = choice;
  }
  button.dataset.choice = choice;
  button.textContent = choice[0].toUpperCase() + choice.slice(1);
  button.setAttribute("aria-label", `Colours: ${choice}. Press to change.`);
}

function remembered() {
  try {
    const choice = localStorage.getItem(KEY);
    return CHOICES.includes(choice) ? choice : "auto";
  } catch {
    return "auto";
  }
}

function remember(choice) {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // a browser that keeps nothing still shows the colours until the page is closed
  }
}
