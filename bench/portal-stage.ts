import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from "@playwright/test";
import { z } from "zod";
import { chromiumPath, ensureChromium } from "../e2e/chromium.ts";
import { freePort } from "../server/cli/embedded-postgres.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { installProbe } from "./probe.ts";

const facts = z.object({
  workspaceId: z.number(),
  email: z.string(),
  password: z.string(),
  channelId: z.string(),
  validateToken: z.string(),
  conversations: z.number(),
  messages: z.number(),
});

/** Simulates a mid-range laptop, whatever the machine (inbox.md section 20). */
export const SLOWDOWN = 4;
const SIZE = { width: 1440, height: 900 };
/** Time for a signed-in page to load on a busy machine. */
const PATIENCE_MS = 60_000;

/** The filled workspace, a web process on it, and a browser that is signed in as its owner. */
export type Stage = z.infer<typeof facts> & {
  address: string;
  databaseUrl: string;
  browser: Browser;
  /** A browser context that is signed in and otherwise empty. */
  newContext: () => Promise<BrowserContext>;
  stop: () => Promise<void>;
};

/** @param root a checkout with a build of the app. */
export async function openStage(root: string, { url, dataDir }: BenchDatabase): Promise<Stage> {
  const filled = facts.parse(JSON.parse(readFileSync(join(dataDir, "bench.json"), "utf8")));
  const { address, stop } = await startWeb(root, url, dataDir);
  try {
    ensureChromium();
    const executablePath = chromiumPath();
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: ["--no-sandbox", "--enable-precise-memory-info"],
    });
    const signedIn = await browser.newContext({ baseURL: address });
    const page = await signedIn.newPage();
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill(filled.email);
    await page.getByLabel("Password", { exact: true }).fill(filled.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/\d+\//, { timeout: PATIENCE_MS });
    const { cookies } = await signedIn.storageState();
    await signedIn.close();
    return {
      ...filled,
      address,
      databaseUrl: url,
      browser,
      newContext: async () => {
        const storageState = { cookies, origins: [] };
        const context = await browser.newContext({ baseURL: address, viewport: SIZE, storageState });
        context.setDefaultTimeout(PATIENCE_MS);
        await context.addInitScript(installProbe);
        return context;
      },
      stop: async () => {
        await browser.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A web process of the build in `root`. */
export async function startWeb(root: string, databaseUrl: string, dataDir: string) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const { PATH, HOME, NEXTAUTH_SECRET, ENCRYPTION_KEY } = process.env;
  const env = {
    NODE_ENV: "production" as const,
    ...{ PATH, HOME, NEXTAUTH_SECRET, ENCRYPTION_KEY },
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: address,
    API_RATE_LIMIT: "0",
    API_COST_RATE: "0",
    LOG_LEVEL: "warn",
    OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
  };
  const web = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/cli/web.ts"], {
    cwd: root,
    env,
    // Through this channel it stops when this process ends for any reason.
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<void>((done) => web.once("exit", () => done()));
  await new Promise<void>((ready, refuse) => {
    web.once("message", () => ready());
    void ended.then(() => refuse(new Error(`The web process of ${root} did not start.`)));
  });
  return {
    address,
    stop: async () => {
      web.kill("SIGTERM");
      await ended;
    },
  };
}

/** A page to measure in. `slow` slows its processor down. `busy` is its main thread's processor time so far, in milliseconds. */
export type MeasuredPage = {
  page: Page;
  cdp: CDPSession;
  slow: (times?: number) => Promise<void>;
  busy: () => Promise<number>;
};

export async function openPage(context: BrowserContext): Promise<MeasuredPage> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  return {
    page,
    cdp,
    slow: async (times = SLOWDOWN) => {
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: times });
    },
    // It includes the slow-down. On a machine with other work, this is the only reliable figure.
    busy: async () => {
      const { metrics } = await cdp.send("Performance.getMetrics");
      return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
    },
  };
}

export const ROW = "[data-conv-id]";
export const BUBBLE = "[data-message-id]";

/** Opens the inbox, and a conversation if given, and waits until it is drawn and live. */
export async function openInbox(page: Page, { workspaceId }: Stage, convId?: string): Promise<void> {
  await page.goto(`/${workspaceId}/inbox${convId ? `/${convId}` : ""}`, { waitUntil: "commit" });
  await page.locator(ROW).first().waitFor({ state: "attached" });
  if (convId) await page.locator(BUBBLE).first().waitFor({ state: "attached" });
  await page.getByTestId("connection").filter({ hasText: "Live" }).waitFor({ state: "attached" });
}
