import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../server/cli/embedded-postgres.ts";
import { ROOT, startSecond, type SecondProcess } from "../second-process.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

// Next bundles the modules that pages import. A bundled copy of a server module would have its own connections, limits and
// caches.

/** Modules whose state must not exist twice. */
const STATEFUL = [
  "auth/authenticate.ts",
  "auth/session.ts",
  "auth/shared-limiter.ts",
  "db.ts",
  "env.ts",
  "events/ephemeral.ts",
  "events/signal.ts",
  "events/stream.ts",
  "graphql/serving/core-server.ts",
  "observe/metrics.ts",
  "observe/spans.ts",
  "observe/request-context.ts",
  "rest/live-readers.ts",
];
/** Modules that Next may bundle: they have no state and import none. */
const BUNDLED = ["server/clients/split-cells.ts", "server/for-pages.ts"];

let web: SecondProcess;
let inspector: number;

test.beforeAll(async ({ product: { dataDir } }) => {
  inspector = await freePort();
  web = await startSecond(dataDir, () => [`--inspect=127.0.0.1:${inspector}`, join(ROOT, "server/cli/web.ts")]);
  await expect(async () => {
    expect((await fetch(`${web.address}/readyz`)).status).toBe(200);
  }).toPass({ timeout: 60_000 });
});

test.afterAll(() => web.stop());

test("no module of the server is in the process twice", async ({ browser, workspace }) => {
  const context = await browser.newContext({ baseURL: web.address, locale: "en-GB" });
  const page = await context.newPage();
  await signIn(page, workspace);
  for (const path of ["inbox", "contacts", "settings", "reports", "developers/explorer"]) {
    await page.goto(`/${workspace.workspaceId}/${path}`);
    await expect(page.getByRole("main")).toBeVisible();
  }
  await context.close();

  const files = await scriptsOf(inspector);
  const own = files.filter((file) => /^server\/.*\.ts$/.test(file));
  expect(own.length).toBeGreaterThan(300);
  expect(own.filter((file, at) => own.indexOf(file) !== at)).toEqual([]);
  expect(STATEFUL.filter((file) => !own.includes(`server/${file}`))).toEqual([]);

  const chunks = files.filter((file) => /(?:^|\/)server\/.*\.js$/.test(file) && !file.includes("node_modules"));
  expect(chunks.length).toBeGreaterThan(10);
  const bundled = new Set(chunks.flatMap(sourcesOf).filter((file) => file.startsWith("server/")));
  expect([...bundled].filter((file) => !BUNDLED.includes(file))).toEqual([]);
  expect(bundled).toContain("server/for-pages.ts");
});

/** The files that a process has loaded, once per load. Paths are relative to the project's folder. */
async function scriptsOf(port: number): Promise<string[]> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  const urls: string[] = [];
  await new Promise<void>((done, fail) => {
    socket.addEventListener("error", () => fail(new Error("the inspector does not answer")));
    socket.addEventListener("open", () => socket.send(JSON.stringify({ id: 1, method: "Debugger.enable" })));
    socket.addEventListener("message", ({ data }) => {
      const said = JSON.parse(String(data)) as { id?: number; method?: string; params?: { url: string } };
      // The inspector sends this response after it has listed every script.
      if (said.id === 1) done();
      if (said.method === "Debugger.scriptParsed" && said.params) urls.push(said.params.url);
    });
  });
  socket.close();
  return urls.flatMap((url) => {
    const path = url.startsWith("file:") ? fileURLToPath(url) : url;
    return path.startsWith(`${ROOT}/`) ? [relative(ROOT, path)] : [];
  });
}

/** The files bundled into a chunk of Next, by its source map. */
function sourcesOf(chunk: string): string[] {
  const path = join(ROOT, chunk);
  const text = readFileSync(path, "utf8");
  const name = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1];
  if (name === undefined) return [];
  const map = JSON.parse(readFileSync(join(dirname(path), decodeURIComponent(name)), "utf8")) as Source;
  const parts = map.sections?.map((section) => section.map) ?? [map];
  return parts.flatMap(({ sources = [] }) =>
    sources.map((source) => {
      const [, inProject] = /\[project\]\/(\S+)/.exec(source) ?? [];
      return inProject ?? relative(ROOT, resolve(dirname(path), decodeURIComponent(source)));
    }),
  );
}

type Source = { sources?: string[]; sections?: { map: Source }[] };
