import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test as base, type Cookie, type Page } from "@playwright/test";
import { z } from "zod";
import { openOutside, type Outside } from "./outside.ts";
import { created, product, type Caller, type Product, type TestWorkspace } from "./product.ts";
import { sendAtOnce, signIn } from "./sign-in.ts";
import { openSite, type Site } from "./site.ts";

const ROOT = resolve(import.meta.dirname, "..");
const run = promisify(execFile);

const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() })).optional(),
});

type WorkerFixtures = {
  product: Product;
  /** A workspace created with the command line, as an operator would. */
  workspace: TestWorkspace;
  /** Runs one operation of /core/gq with the workspace's key and returns `data`. An error fails the test. */
  core: Caller;
  /** The same for /bot/gq. */
  bot: Caller;
  /** The owner's cookies. The owner signed in through the page once for all of the worker's tests. */
  ownerCookies: Cookie[];
  outside: Outside;
  site: Site;
};

type TestFixtures = {
  /** A page that is signed in as the owner of `workspace`. */
  ownerPage: Page;
  /** Whether the test violates the page's content security policy on purpose. Any other test fails on a violation. */
  triesPolicy: boolean;
  refusals: undefined;
};

/** One `test` for all specs. Fixtures are created only if a spec names them, and specs share workers without a restart. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({}, use) => {
      await use(product.parse(JSON.parse(process.env.E2E_PRODUCT ?? "null")));
    },
    { scope: "worker" },
  ],

  workspace: [
    async ({ product: { dataDir } }, use, { workerIndex }) => use(await createWorkspace(dataDir, `${workerIndex}`)),
    { scope: "worker" },
  ],

  core: [
    async ({ product: { address }, workspace }, use) => use(caller(`${address}/core/gq`, workspace)),
    { scope: "worker" },
  ],

  bot: [
    async ({ product: { address }, workspace }, use) => use(caller(`${address}/bot/gq`, workspace)),
    { scope: "worker" },
  ],

  ownerCookies: [
    async ({ browser, product: { address }, workspace }, use) => {
      // The sign-in uses its labels' language, whatever language the test's own pages use.
      const context = await browser.newContext({ baseURL: address, locale: "en-GB" });
      await signIn(await context.newPage(), workspace);
      const cookies = await context.cookies();
      await context.close();
      await use(cookies);
    },
    { scope: "worker" },
  ],

  outside: [openOutside, { scope: "worker" }],
  site: [openSite, { scope: "worker" }],

  triesPolicy: [false, { option: true }],

  refusals: [
    async ({ context, triesPolicy }, use) => {
      const heard: string[] = [];
      context.on("console", (message) => {
        if (/content security policy|permissions policy|^refused to/i.test(message.text())) heard.push(message.text());
      });
      await use(undefined);
      if (!triesPolicy) expect(heard, "what the page's policy refused").toEqual([]);
    },
    { auto: true },
  ],

  baseURL: async ({ product: { address } }, use) => use(address),

  ownerPage: async ({ page, workspace, ownerCookies }, use) => {
    await page.context().addCookies(ownerCookies);
    await page.goto(`/${workspace.workspaceId}/inbox`, { waitUntil: "commit" });
    await sendAtOnce(page);
    await use(page);
  },
});

/** A workspace with its own owner, so that changes to the account affect no other test. */
export async function createWorkspace(dataDir: string, name: string): Promise<TestWorkspace> {
  const email = `owner-${name}-${Date.now()}@example.com`;
  const password = "correct horse battery staple";
  const owner = ["--email", email, "--password", password];
  const options = ["--name", `Workspace ${name}`, "--plan", "PREMIUM", ...owner, "--json"];
  const command = ["--disable-warning=ExperimentalWarning", "server/cli/workspace.ts", "create", ...options];
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, command, { cwd: ROOT, env });
  return { ...created.parse(JSON.parse(stdout)), email, password };
}

/** Runs one operation of an endpoint with the workspace's key and returns `data`. An error fails the test. */
export function caller(url: string, { workspaceId, apiKey }: TestWorkspace): Caller {
  return async (query, input = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: apiKey },
      body: JSON.stringify({ query, variables: { input: { workspaceId, ...input } } }),
    });
    const { data, errors } = answer.parse(await response.json());
    if (errors || !data) throw new Error(`${url}: ${JSON.stringify(errors)}`);
    return data;
  };
}

export { expect };
