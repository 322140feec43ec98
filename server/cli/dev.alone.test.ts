import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { chromiumPath, ensureChromium } from "../../e2e/chromium.ts";
import { freePort } from "./embedded-postgres.ts";

// `npm run dev` in a copy of the project: how soon an edit is visible.

const ROOT = resolve(import.meta.dirname, "../..");
/** Number of edits of each kind; the median counts. */
const EDITS = 3;
/**
 * Maximum waiting time for a developer, in milliseconds, on a machine that may be half as fast. Goals: CONTRIBUTING.md, Start.
 */
const COMPONENT_MS = 4_000;
const VERB_MS = 10_000;

/** Inside the project, because the copy's packages are hard links, which need the same file system. */
const copy = (() => {
  mkdirSync(join(ROOT, ".data"), { recursive: true });
  return mkdtempSync(join(ROOT, ".data/dev-"));
})();
const facts = z.object({ workspaceId: z.number(), apiKey: z.string() });

let address = "";
let stop: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  ensureChromium();
  const LEFT_OUT = /^(?:node_modules|\.git|\.data|\.next[^/]*|test-results|bench\/results)(?:\/|$)/;
  for (const entry of readdirSync(ROOT)) {
    if (LEFT_OUT.test(entry)) continue;
    cpSync(join(ROOT, entry), join(copy, entry), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(ROOT, path)),
    });
  }
  linkFolder(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const port = await freePort();
  address = `http://localhost:${port}`;
  const phone = { SIMULATOR_PORT: "", SIMULATOR_GRAPH_PORT: "", SIMULATOR_TELEGRAM_PORT: "" };
  for (const name of Object.keys(phone)) Object.assign(phone, { [name]: String(await freePort()) });
  const product = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/cli/start.ts", "--dev"], {
    cwd: copy,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "test", PORT: String(port), ...phone },
    // The channel makes the product stop however this process ends.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const ended = new Promise<void>((done) => product.once("exit", () => done()));
  stop = async () => {
    product.kill("SIGTERM");
    await ended;
  };
  let output = "";
  await new Promise<void>((ready, refuse) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Ready.")) ready();
    };
    for (const stream of [product.stdout, product.stderr]) stream?.on("data", take);
    void ended.then(() => refuse(new Error(`The product did not start:\n${output}`)));
  });
}, 300_000);

afterAll(async () => {
  await stop();
  rmSync(copy, { recursive: true, force: true });
});

function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** Edits a file of the copy, and waits until the edit is visible. @returns the time in milliseconds */
async function edit(file: string, from: string, to: string, shows: () => Promise<void>): Promise<number> {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  const after = before.replaceAll(from, to);
  expect(after).not.toBe(before);
  const at = performance.now();
  writeFileSync(path, after);
  await shows();
  return performance.now() - at;
}

const middle = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;

test("an edit of a component shows in the open page in time", async () => {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const page = await browser.newPage();
    // The first request makes Next compile the page.
    await page.goto(`${address}/sign-in`, { timeout: 120_000 });
    const file = "components/auth/sign-in-form.tsx";
    let shown = ': t("signIn.title")}</Title>';
    const editHeading = (heading: string, timeout: number) => {
      const [from, to] = [shown, `: "${heading}"}</Title>`];
      shown = to;
      return edit(file, from, to, () => page.getByRole("heading", { name: heading }).waitFor({ timeout }));
    };
    // An edit before the page listens for edits never becomes visible. So measuring starts after the first visible edit.
    let tries = 0;
    await vi.waitFor(() => editHeading(`Try ${++tries}`, 5_000), { timeout: 120_000 });
    await page.getByLabel("E-mail").fill("somebody@example.com");
    // The page responds, so its scripts are running.
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Enter your password").waitFor({ timeout: 60_000 });
    const times: number[] = [];
    for (let count = 1; count <= EDITS; count++) times.push(await editHeading(`Edit ${count}`, 30_000));
    console.info("component:", times.map(Math.round));
    // The page was not reloaded.
    expect(await page.getByLabel("E-mail").inputValue()).toBe("somebody@example.com");
    expect(middle(times)).toBeLessThan(COMPONENT_MS);
  } finally {
    await browser.close();
  }
});

test("an edit of a verb is served in time", async () => {
  const { workspaceId, apiKey } = facts.parse(JSON.parse(readFileSync(join(copy, ".data/demo.json"), "utf8")));
  const body = JSON.stringify({
    query: "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }",
    variables: { input: { workspaceId } },
  });
  const answer = z.object({ data: z.object({ tags: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }) });
  const ask = async (): Promise<string[]> => {
    const response = await fetch(`${address}/core/gq`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: apiKey },
      body,
    });
    return answer.parse(await response.json()).data.tags.nodes.map(({ id }) => id);
  };
  let order = await ask();
  expect(order.length).toBeGreaterThan(1);
  const times: number[] = [];
  const file = "server/tags/list-tags.ts";
  for (let count = 0; count < EDITS; count++) {
    const turned = order.toReversed();
    const isDescending = readFileSync(join(copy, file), "utf8").includes('"desc"');
    const [from, to] = isDescending ? (['"desc"', '"asc"'] as const) : (['"asc"', '"desc"'] as const);
    const time = await edit(file, from, to, async () => {
      while ((await ask().catch(() => order)).join() === order.join())
        await new Promise((wait) => setTimeout(wait, 20));
    });
    times.push(time);
    order = turned;
    expect(await ask()).toEqual(order);
  }
  console.info("verb:", times.map(Math.round));
  expect(middle(times)).toBeLessThan(VERB_MS);
});
