import type { Fault, Settings } from "../state.ts";
import { ask, page } from "./page.ts";
import { element } from "./view.ts";

/** The faults panel. It sends each choice to the simulator, which notifies every open page. */

const FAULT_WORDS: Record<Fault, string> = {
  none: "Works",
  error500: "Answers 500",
  rateLimited: "Answers 429, retry after 3 s",
  hang: "Never answers",
  lostAnswer: "Takes it, but its answer is lost",
};
const RECEIPTS: Record<string, { words: string; delays: [number | null, number | null] }> = {
  realistic: { words: "Delivered, read a little later", delays: [700, 2_500] },
  instant: { words: "At once", delays: [0, 0] },
  slow: { words: "After 10 s, read after 30 s", delays: [10_000, 30_000] },
  delivered: { words: "Delivered, never read", delays: [700, null] },
  none: { words: "None", delays: [null, null] },
};
const TOGGLES = [
  "duplicateInbound",
  "reorderInbound",
  "batchInbound",
  "loseInbound",
  "wrongSignature",
  "earlyStatus",
] as const;
const seconds = (ms: number) => `${ms / 1_000} s`;

/** Shows the current settings. */
export function drawSettings({ faults, receipts, clockOffsetMs }: Settings): void {
  const field = (name: string) => page.settings.elements.namedItem(name);
  for (const name of ["endpoint", "webhook"] as const) {
    const select = field(name);
    if (select instanceof HTMLSelectElement) select.value = faults[name];
  }
  for (const name of TOGGLES) {
    const toggle = field(name);
    if (toggle instanceof HTMLInputElement) toggle.checked = faults[name];
  }
  for (const [name, words] of [
    ["delayMs", "delayWords"],
    ["latencyMs", "latencyWords"],
  ] as const) {
    const slider = field(name);
    if (slider instanceof HTMLInputElement) slider.value = String(faults[name]);
    const output = field(words);
    if (output instanceof HTMLOutputElement) output.value = seconds(faults[name]);
  }
  const chosenReceipts = field("receipts");
  const known = Object.entries(RECEIPTS).find(
    ([, { delays }]) => delays[0] === receipts.deliveredAfterMs && delays[1] === receipts.readAfterMs,
  );
  if (chosenReceipts instanceof HTMLSelectElement) chosenReceipts.value = known?.[0] ?? "";
  const hours = Math.round(clockOffsetMs / 3_600_000);
  page.clock.textContent = hours === 0 ? "as ours" : `${hours} hours ahead`;
}

/** Fills the list of Meta errors to choose from. */
export function fillErrors(names: readonly string[]): void {
  fillSelect(
    page.errors,
    "error",
    names.map((name) => [name, name]),
  );
}

function fillSelect(form: HTMLFormElement, name: string, options: [string, string][]): void {
  const select = form.elements.namedItem(name);
  if (select instanceof HTMLSelectElement)
    select.replaceChildren(...options.map(([value, words]) => element("option", { value }, words)));
}

const faultOptions = Object.entries(FAULT_WORDS);
fillSelect(page.settings, "endpoint", faultOptions);
fillSelect(page.settings, "webhook", faultOptions);
fillSelect(
  page.settings,
  "receipts",
  Object.entries(RECEIPTS).map(([name, { words }]) => [name, words]),
);
page.settings.addEventListener("change", () => {
  const form = new FormData(page.settings);
  const chosen = form.get("receipts");
  const delays = typeof chosen === "string" ? RECEIPTS[chosen]?.delays : undefined;
  const faults = {
    endpoint: form.get("endpoint"),
    webhook: form.get("webhook"),
    ...Object.fromEntries(TOGGLES.map((name) => [name, form.has(name)])),
    delayMs: Number(form.get("delayMs")),
    latencyMs: Number(form.get("latencyMs")),
  };
  const receipts = delays ? { deliveredAfterMs: delays[0], readAfterMs: delays[1] } : undefined;
  void ask("PUT", "/api/settings", { faults, receipts });
});
page.errors.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = new FormData(page.errors);
  void ask("POST", "/control/faults", { error: form.get("error"), times: Number(form.get("times")) });
});
page.forgive.addEventListener("click", () => void ask("DELETE", "/control/faults", {}));
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-hours]")) {
  button.addEventListener("click", () => {
    const hours = Number(button.dataset.hours);
    const to = hours === 0 ? { at: new Date().toISOString() } : { advanceMs: hours * 3_600_000 };
    void ask("POST", "/control/clock", to);
  });
}
