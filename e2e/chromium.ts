import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/**
 * The browser for the tests: CHROMIUM_PATH, the system's, or Playwright's own. undefined if there is none. The headless shell
 * comes first: the same engine without windows, a quarter faster.
 */
export function chromiumPath(): string | undefined {
  const candidates = [
    process.env.CHROMIUM_PATH,
    "/usr/bin/chromium-headless-shell",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

/**
 * Installs Chromium with the system's package manager if no browser is found. Throws an error with one sentence if that is
 * impossible.
 */
export function ensureChromium(): void {
  if (chromiumPath()) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error("The browser tests need Chromium: install it, or set CHROMIUM_PATH to where it is.");
  }
  console.log("Chromium is missing: installing its headless shell with apt-get.");
  aptGet("update");
  aptGet("install", "--yes", "--no-install-recommends", "chromium-headless-shell");
  if (!chromiumPath())
    throw new Error("apt-get installed the browser, but no browser is where it should be: set CHROMIUM_PATH.");
}

function aptGet(...args: string[]): void {
  execFileSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

if (import.meta.main) ensureChromium();
