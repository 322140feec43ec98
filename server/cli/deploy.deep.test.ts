import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingHttpHeaders, type Server } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { pool } from "../db.ts";
import { readSettings } from "../env.ts";
import { routes } from "../http/app.ts";
import { settleAddress } from "../http/client-address.ts";
import { metrics } from "../observe/metrics.ts";
import { watchProcess } from "../observe/process-figures.ts";
import { pages } from "../rest/docs.ts";
import { ensurePrograms } from "../testing/debian.ts";
import { QUEUES } from "../work/queue.ts";

// The files for operators, checked by the programs that read them. Debian has all of these programs.

const ROOT = resolve(import.meta.dirname, "../..");
const DEPLOY = join(ROOT, "deploy");
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
const run = promisify(execFile);
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read("package.json")));
/** How npm starts a process, without the shell's `exec`. */
const commandOf = (name: string) => (scripts[name] ?? "").replace(/^exec /, "").split(" ");
const DEFAULTS = readSettings({ NODE_ENV: "production" });
const documented = (name: string) => read("docs/settings.md").includes(`\`${name}\``);

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
  ensurePrograms();
}, 600_000);

const children: ChildProcess[] = [];

/** Starts a program that ends with this file. */
function start(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
  children.push(spawn(command, args, { cwd: ROOT, env, stdio: "ignore" }));
}

afterAll(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe("Prometheus and Grafana", () => {
  const rule = z.object({
    alert: z.string().optional(),
    record: z.string().optional(),
    expr: z.string(),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  });
  const rules = z
    .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
    .parse(parse(read("deploy/prometheus/rules.yaml")))
    .groups.flatMap((group) => group.rules);
  const alerts = rules.flatMap(({ alert, ...rest }) => (alert === undefined ? [] : [{ alert, ...rest }]));
  const panel = z.looseObject({
    title: z.string(),
    datasource: z.object({ uid: z.string() }).optional(),
    targets: z.array(z.object({ expr: z.string(), datasource: z.object({ uid: z.string() }) })).default([]),
  });
  const dashboards = globSync("*.json", { cwd: join(DEPLOY, "grafana") }).map((file) =>
    z
      .object({
        uid: z.string(),
        title: z.string(),
        schemaVersion: z.literal(39),
        panels: z.array(panel),
        links: z.array(z.looseObject({ url: z.string() })),
      })
      .parse(JSON.parse(read(`deploy/grafana/${file}`))),
  );
  const queries = dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  const expressions = [...rules.map(({ expr }) => expr), ...queries];
  const promtool = (...args: string[]) => run("promtool", args, { cwd: join(DEPLOY, "prometheus") });

  test("promtool takes the rules, their tests pass, and they know every alert", async () => {
    expect((await promtool("check", "rules", "rules.yaml")).stdout).toContain(`SUCCESS: ${rules.length} rules found`);
    expect((await promtool("test", "rules", "rules.test.yaml")).stdout).toContain("SUCCESS");
    const tested = new Set(
      [...read("deploy/prometheus/rules.test.yaml").matchAll(/alertname="(\w+)"/g)].map(([, name]) => name),
    );
    expect(alerts.filter(({ alert }) => !tested.has(alert))).toEqual([]);
  });

  test("promtool takes the configuration, with a token where Compose puts it", async () => {
    const token = join(folder, "metrics_token");
    writeFileSync(token, "0123456789abcdef");
    const text = read("deploy/prometheus/prometheus.yaml");
    const compose = read("deploy/compose.yaml");
    expect(text.match(/credentials_file: \S+/g)).toEqual(Array(2).fill("credentials_file: /run/secrets/metrics_token"));
    // The workers' port in both files.
    const [, port] = /port: (\d+)/.exec(text) ?? [];
    expect(compose).toContain(`METRICS_PORT: \${METRICS_TOKEN:+${port}}`);
    expect(read("deploy/kubernetes/worker.yaml")).toContain(`{ name: METRICS_PORT, value: "${port}" }`);
    writeFileSync(join(folder, "rules.yaml"), read("deploy/prometheus/rules.yaml"));
    writeFileSync(join(folder, "prometheus.yaml"), text.replaceAll("/run/secrets/metrics_token", token));
    const { stdout } = await promtool("check", "config", join(folder, "prometheus.yaml"));
    expect(stdout).toMatch(/SUCCESS: .*prometheus\.yaml is valid/);
  });

  test("every query of the dashboards is one that Prometheus can run, on the source that is provisioned", async () => {
    expect(queries.length).toBeGreaterThan(30);
    const file = join(folder, "queries.yaml");
    const records = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: "queries", rules: records }] }));
    expect((await promtool("check", "rules", file)).stdout).toContain(`SUCCESS: ${queries.length} rules found`);
    const sources = z
      .object({ datasources: z.array(z.looseObject({ uid: z.string() })) })
      .parse(parse(read("deploy/grafana/provisioning/datasources/prometheus.yaml")));
    const uids = dashboards.flatMap(({ panels }) =>
      panels.flatMap(({ datasource, targets }) => [datasource, ...targets.map((target) => target.datasource)]),
    );
    expect(new Set(uids.flatMap((source) => source?.uid ?? []))).toEqual(
      new Set(sources.datasources.map(({ uid }) => uid)),
    );
    const links = dashboards.flatMap((dashboard) => dashboard.links.map(({ url }) => url));
    expect(links.toSorted()).toEqual(dashboards.map(({ uid }) => `/d/${uid}`).toSorted());
  });

  test("rules and dashboards use metrics, labels, queues and endpoints that there are", async () => {
    await pool().query("select 1");
    watchProcess();
    const known = await metrics.registry.getMetricsAsJSON();
    const names = new Map(known.map(({ name }) => [name, metrics.registry.getSingleMetric(name)]));
    const recorded = new Set(rules.map(({ record }) => record));
    const metricOf = (name: string) => (names.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ""));
    const used = expressions.flatMap((expr) => expr.match(/\b(?:omnichannel|nodejs|process)_\w+/g) ?? []);
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !names.has(metricOf(name)))).toEqual([]);
    const recordings = expressions.flatMap((expr) => expr.match(/\bomnichannel:[\w:]+/g) ?? []);
    expect(recordings.filter((name) => !recorded.has(name))).toEqual([]);

    // Prometheus adds these.
    const added = ["job", "instance", "le"];
    const wrong: string[] = [];
    for (const [, name = "", matchers = ""] of expressions
      .join("\n")
      .matchAll(/\b((?:omnichannel|nodejs|process)_\w+)\{([^}]*)\}/g)) {
      const own = (names.get(metricOf(name)) as unknown as { labelNames: string[] }).labelNames;
      const labels = [...own.map((label) => (label === "job" ? "exported_job" : label)), ...added];
      for (const [, label = ""] of matchers.matchAll(/(\w+)\s*[=!]~?"/g))
        if (!labels.includes(label)) wrong.push(`${name}{${label}}`);
    }
    expect(wrong).toEqual([]);

    const figures = known.find(({ name }) => name === "omnichannel_queue_waiting")?.values ?? [];
    const queues = [
      ...figures.map(({ labels }) => String(labels.queue)),
      ...Object.keys(QUEUES).map((name) => `job ${name}`),
    ];
    const doors = [
      "page",
      "asset",
      ...routes.all.flatMap(({ address, doors: all }) => [...all.values()].map((spec) => spec.name ?? address)),
    ];
    expect(unmatched("queue", queues)).toEqual([]);
    expect(unmatched("door", doors)).toEqual([]);
  });

  /** The alternatives of a label's matchers in all expressions that match no value. */
  function unmatched(label: string, values: string[]): string[] {
    const matchers = expressions.join("\n").matchAll(new RegExp(`\\b${label}(=|!=|=~|!~)"([^"]+)"`, "g"));
    return [...matchers].flatMap(([, , pattern = ""]) => {
      const [, before = "", group = pattern, after = ""] = /^(.*)\((.+)\)(.*)$/.exec(pattern) ?? [];
      return group
        .split("|")
        .map((part) => `^${before}${part}${after}$`)
        .filter((part) => !values.some((value) => new RegExp(part).test(value)));
    });
  }

  test("every alert has a severity, a summary and its section in docs/alerts.md, and every section has its alert", () => {
    const text = read("docs/alerts.md");
    const sections = [...text.matchAll(/^## (.+)\n\n`(\w+)` \((\w+)\)/gm)].map(([, title = "", alert, severity]) => ({
      anchor: title.toLowerCase().replaceAll(" ", "-"),
      alert,
      severity,
    }));
    expect(sections.length).toBe(text.match(/^## /gm)?.length);
    expect(sections).toEqual(
      sections.map(({ alert }) => {
        const found = alerts.find((one) => one.alert === alert);
        const [, anchor] =
          /^\{\{ \$externalLabels\.app_url \}\}\/docs\/alerts#(.+)$/.exec(found?.annotations?.runbook ?? "") ?? [];
        return { anchor, alert, severity: found?.labels?.severity };
      }),
    );
    expect(sections.map(({ alert }) => alert).toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
    for (const { alert, labels, annotations } of alerts) {
      expect(["page", "ticket"], alert).toContain(labels?.severity);
      expect(annotations?.summary, alert).toMatch(/^\S/);
      expect(annotations?.runbook, alert).toMatch(
        new RegExp(`#${alert.replaceAll(/(?<!^)[A-Z]/g, "-$&").toLowerCase()}$`),
      );
    }
    // The links of the alerts lead to these addresses.
    const served =
      pages()
        .get("alerts")
        ?.sections.map(({ anchor }) => anchor) ?? [];
    expect(sections.filter(({ anchor }) => !served.includes(anchor))).toEqual([]);
    const anchors = new Set(sections.map(({ anchor }) => `#${anchor}`));
    expect([...text.matchAll(/\]\((#[^)]+)\)/g)].filter(([, link = ""]) => !anchors.has(link))).toEqual([]);
  });

  test("docs/alerts.md names commands, settings and panels that there are, and statements that run", async () => {
    const text = read("docs/alerts.md");
    for (const [, name = ""] of text.matchAll(/npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(name);
    for (const [file] of text.matchAll(/(?:server|deploy)\/[\w/-]+\.\w+/g))
      expect(existsSync(join(ROOT, file)), file).toBe(true);
    for (const [, name = ""] of text.matchAll(/`([A-Z][A-Z_]+[A-Z])`/g)) {
      if (!["INTERNAL", "UNAVAILABLE"].includes(name)) expect(documented(name), name).toBe(true);
    }
    // In quotes: titles of panels and dashboards, and words of the log.
    const titles = dashboards.flatMap(({ title, panels }) => [title, ...panels.map((one) => one.title)]);
    const log = ["webhooks/deliver-webhook", "work/worker"].map((name) => read(`server/${name}.ts`)).join("");
    const prose = text.replaceAll(/```.*?```|`[^`\n]*`/gs, "");
    const quoted = [...prose.matchAll(/"([^"]+)"/g)].map(([, words = ""]) => words.replace("\n", " "));
    const isThere = (words: string) => titles.some((title) => title.startsWith(words)) || log.includes(`"${words}"`);
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter((words) => !isThere(words))).toEqual([]);
    const statements = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = ""]) => sql);
    expect(statements.length).toBeGreaterThan(5);
    for (const sql of statements) await pool().query(sql);
  });
});

type Caller = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer };
type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

/** What a process behind the proxy says about a request. */
const ECHO = z.object({ process: z.string(), bytes: z.number(), headers: z.record(z.string(), z.string()) });

/** Stands in for a web process: a live stream, a readiness check, and an echo of everything else. */
class WebProcess {
  isReady = true;
  readonly name: string;
  readonly #server: Server;

  constructor(name: string) {
    this.name = name;
    this.#server = createServer((incoming, response) => {
      settleAddress(incoming);
      if (incoming.url === "/readyz") return void response.writeHead(this.isReady ? 200 : 503).end();
      if (/^\/(events|mcp)/.test(incoming.url ?? "")) {
        response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
        return void response.write("data: first\n\n");
      }
      let bytes = 0;
      incoming.on("data", (chunk: Buffer) => (bytes += chunk.length));
      incoming.on("end", () => response.end(JSON.stringify({ process: name, bytes, headers: incoming.headers })));
    });
  }

  async start(): Promise<number> {
    await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** A proxy between this test and two web processes. `startProxy` gets the ports and returns the certificate to trust. */
function behindProxy(startProxy: (ports: Ports) => Promise<() => string>): {
  ask: (caller: Caller) => Promise<Reply>;
  askWithoutTls: (path: string) => Promise<Reply>;
  /** Sends half of a body and closes the connection. */
  breakOff: (path: string) => Promise<void>;
  firstPiece: (path: string) => Promise<{ text: string; ms: number }>;
  processes: () => [WebProcess, WebProcess];
} {
  let web: [WebProcess, WebProcess];
  let ports: Ports;
  let certificate: (() => string) | null = null;

  const open = ({ method = "GET", path, headers = {} }: Caller, ca: string) =>
    request({
      host: "127.0.0.1",
      port: ports.https,
      servername: "desk.example.com",
      ca,
      method,
      path,
      headers: { host: "desk.example.com", ...headers },
      agent: false,
    });
  const ask = (caller: Caller) =>
    new Promise<Reply>((done, fail) => {
      const outgoing = open(caller, certificate?.() ?? "");
      outgoing.on("response", (response) => {
        let text = "";
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      // A proxy that refuses a body may close the connection while it is sent.
      outgoing.on("error", fail);
      outgoing.end(caller.body);
    });

  beforeAll(async () => {
    process.env.TRUSTED_PROXIES = "127.0.0.1";
    web = [new WebProcess("a"), new WebProcess("b")];
    const [a, b] = await Promise.all(web.map((one) => one.start()));
    ports = { a: a ?? 0, b: b ?? 0, http: await freePort(), https: await freePort() };
    certificate = await startProxy(ports);
    await vi.waitFor(async () => expect((await ask({ path: "/" })).status).toBe(200), 20_000);
  });
  afterAll(async () => {
    await Promise.all(web.map((one) => one.stop()));
  });

  return {
    ask,
    processes: () => web,
    breakOff: (path) =>
      new Promise((done) => {
        const outgoing = open({ method: "PUT", path, headers: { "content-length": "2000000" } }, certificate?.() ?? "");
        outgoing.on("error", () => undefined);
        outgoing.on("close", done);
        outgoing.write(Buffer.alloc(1_000_000), () => outgoing.destroy());
      }),
    askWithoutTls: (path) =>
      new Promise((done, fail) => {
        get(
          { host: "127.0.0.1", port: ports.http, path, headers: { host: "desk.example.com" }, agent: false },
          (response) => {
            response.resume();
            response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, text: "" }));
          },
        ).on("error", fail);
      }),
    firstPiece: (path) =>
      new Promise((done, fail) => {
        const began = performance.now();
        const outgoing = open({ path }, certificate?.() ?? "");
        outgoing.setTimeout(5_000, () => outgoing.destroy(new Error("Nothing arrived within 5 s")));
        outgoing.on("response", (response) => {
          response.once("data", (chunk) => {
            done({ text: String(chunk), ms: performance.now() - began });
            outgoing.destroy();
          });
        });
        outgoing.on("error", fail);
        outgoing.end();
      }),
  };
}

type Ports = { a: number; b: number; http: number; https: number };

/** The processes that answer twenty requests. */
async function processesOf(ask: (caller: Caller) => Promise<Reply>): Promise<string[]> {
  const seen = new Set<string>();
  for (let i = 0; i < 20; i++) seen.add(ECHO.parse(JSON.parse((await ask({ path: "/" })).text)).process);
  return [...seen].toSorted();
}

/** What both proxies do. */
function servesTheProduct({
  ask,
  askWithoutTls,
  breakOff,
  firstPiece,
  processes,
}: ReturnType<typeof behindProxy>): void {
  test("passes requests on with the caller's address, and with no address that the caller made up", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9", "x-real-ip": "203.0.113.9", forwarded: "for=203.0.113.9" };
    const { status, text } = await ask({ path: "/1/inbox?view=mine", headers });
    expect(status).toBe(200);
    expect(text).not.toContain("203.0.113.9");
    expect(ECHO.parse(JSON.parse(text)).headers).toMatchObject({
      host: "desk.example.com",
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "desk.example.com",
    });
  });

  test("sends people who come without TLS to the same address with it", async () => {
    const { status, headers } = await askWithoutTls("/1/inbox?view=mine");
    expect([status, headers.location]).toEqual([308, "https://desk.example.com/1/inbox?view=mine"]);
  });

  test.each(["/events?workspaceId=1", "/mcp"])("passes on the first event of %s within 500 ms", async (path) => {
    const { text, ms } = await firstPiece(path);
    expect(text).toBe("data: first\n\n");
    expect(ms).toBeLessThan(500);
  });

  test("takes a file of 20 MB, one of 100 MiB, and the largest call of a provider", async () => {
    for (const bytes of [20_000_000, 100 * 1024 * 1024]) {
      const { status, text } = await ask({ method: "PUT", path: "/uploads/1/file.pdf", body: Buffer.alloc(bytes) });
      expect([status, ECHO.parse(JSON.parse(text)).bytes]).toEqual([200, bytes]);
    }
    const body = Buffer.alloc(4 * 1024 * 1024);
    expect((await ask({ method: "POST", path: "/ext/v1/incoming/meta", body })).status).toBe(200);
  });

  test("keeps both processes in use when senders break off their uploads", async () => {
    for (let i = 0; i < 10; i++) await breakOff("/uploads/1/file.pdf");
    expect(await processesOf(ask)).toEqual(["a", "b"]);
  });

  test("does not show metrics to the world", async () => {
    expect((await ask({ path: "/metrics" })).status).toBe(404);
  });

  test("goes on with one process when the other one is gone", async () => {
    const [a, b] = processes();
    expect(await processesOf(ask)).toEqual([a.name, b.name]);
    await a.stop();
    for (let i = 0; i < 20; i++) {
      const { status, text } = await ask({ path: "/" });
      expect([status, ECHO.parse(JSON.parse(text)).process]).toEqual([200, b.name]);
    }
  });
}

/** Replaces a text that must be there. */
function replaced(text: string, pairs: Record<string, string>): string {
  return Object.entries(pairs).reduce((result, [from, to]) => {
    expect(result).toContain(from);
    return result.replaceAll(from, to);
  }, text);
}

describe("nginx.conf", () => {
  const proxy = behindProxy(async ({ a, b, http, https }) => {
    const [key, certificate, site, main] = ["key.pem", "certificate.pem", "omnichannel.conf", "nginx.conf"].map(
      (name) => join(folder, name),
    ) as [string, string, string, string];
    const names = "subjectAltName=DNS:desk.example.com,DNS:files.example.com";
    await run("openssl", [
      ...[
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=desk.example.com",
        "-addext",
        names,
      ],
      ...["-keyout", key, "-out", certificate],
    ]);
    // Other ports, our certificate, and no IPv6, which a container may lack.
    const text = replaced(read("deploy/nginx.conf").replaceAll(/^ *listen \[::\].*\n/gm, ""), {
      "listen 80;": `listen 127.0.0.1:${http};`,
      "listen 443 ssl": `listen 127.0.0.1:${https} ssl`,
      "127.0.0.1:3000": `127.0.0.1:${a}`,
      "127.0.0.1:3001": `127.0.0.1:${b}`,
      "127.0.0.1:8333": `127.0.0.1:${b}`,
      "/etc/letsencrypt/live/desk.example.com/fullchain.pem": certificate,
      "/etc/letsencrypt/live/desk.example.com/privkey.pem": key,
      "/etc/letsencrypt/live/files.example.com/fullchain.pem": certificate,
      "/etc/letsencrypt/live/files.example.com/privkey.pem": key,
    });
    writeFileSync(site, text);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    writeFileSync(
      main,
      `daemon off; master_process off; pid ${join(folder, "nginx.pid")}; error_log stderr; events { worker_connections 256; }
      http { access_log off; ${paths.join(" ")} include ${site}; }`,
    );
    await run("nginx", ["-t", "-c", main, "-e", "stderr"]);
    start("nginx", ["-c", main, "-e", "stderr"]);
    return () => readFileSync(certificate, "utf8");
  });

  servesTheProduct(proxy);

  test("refuses other large bodies itself", async () => {
    // It may close the connection while the body is sent.
    const refused = await proxy.ask({ method: "POST", path: "/core/gq", body: Buffer.alloc(20_000_000) }).catch(String);
    expect(typeof refused === "string" ? 413 : refused.status).toBe(413);
  });

  test("passes requests for files on to the storage with their host, which their signature includes", async () => {
    const { text } = await proxy.ask({ path: "/omnichannel/1/file", headers: { host: "files.example.com" } });
    expect(ECHO.parse(JSON.parse(text)).headers.host).toBe("files.example.com");
  });
});

describe("Caddyfile", () => {
  const proxy = behindProxy(async ({ a, b, http, https }) => {
    const file = join(folder, "Caddyfile");
    const env = {
      ...process.env,
      XDG_DATA_HOME: join(folder, "data"),
      XDG_CONFIG_HOME: join(folder, "config"),
      HOME: folder,
    };
    await run("caddy", ["validate", "--adapter", "caddyfile", "--config", join(DEPLOY, "Caddyfile")], { env });
    const text = replaced(read("deploy/Caddyfile"), {
      "127.0.0.1:3000": `127.0.0.1:${a}`,
      "127.0.0.1:3001": `127.0.0.1:${b}`,
      "127.0.0.1:8333": `127.0.0.1:${b}`,
    });
    const options = [
      "admin off",
      "skip_install_trust",
      "local_certs",
      `http_port ${http}`,
      `https_port ${https}`,
      "default_bind 127.0.0.1",
    ];
    writeFileSync(file, `{\n${options.map((option) => `\t${option}\n`).join("")}}\n${text}`);
    start("caddy", ["run", "--adapter", "caddyfile", "--config", file], env);
    const root = join(folder, "data/caddy/pki/authorities/local/root.crt");
    return () => readFileSync(root, "utf8");
  });

  test("is formatted as Caddy formats", async () => {
    expect((await run("caddy", ["fmt", join(DEPLOY, "Caddyfile")])).stdout).toBe(read("deploy/Caddyfile"));
  });

  test("sends no requests to a process that says that it is stopping", async () => {
    const [a, b] = proxy.processes();
    a.isReady = false;
    await vi.waitFor(async () => expect(await processesOf(proxy.ask)).toEqual([b.name]), 15_000);
    a.isReady = true;
    await vi.waitFor(async () => expect(await processesOf(proxy.ask)).toEqual([a.name, b.name]), 15_000);
  });

  servesTheProduct(proxy);
});

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }) })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  securityContext: z.unknown(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const pod = z.object({
  metadata: z.object({ labels: z.record(z.string(), z.string()) }),
  spec: z.looseObject({
    containers: z.tuple([container]),
    volumes: z.array(z.looseObject({ name: z.string(), emptyDir: z.object({}).loose() })),
    terminationGracePeriodSeconds: z.number().optional(),
    securityContext: z.unknown(),
  }),
});
const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({}).optional(),
});

describe("the Kubernetes manifests", () => {
  const all = globSync("*.yaml", { cwd: join(DEPLOY, "kubernetes") }).flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`), { merge: true }).map((document) => {
      expect(document.errors, file).toEqual([]);
      return manifest.parse(document.toJS());
    }),
  );
  const named = (kind: string, name: string) => all.find((one) => one.kind === kind && one.metadata.name === name);
  const secret = z
    .object({ stringData: z.record(z.string(), z.string()) })
    .parse(named("Secret", "omnichannel")).stringData;
  const pods = ["web", "worker", "migrate"].map((name) => {
    const found = named(name === "migrate" ? "Job" : "Deployment", `omnichannel-${name}`);
    return { name, spec: z.looseObject({ template: pod }).parse(found?.spec) };
  });
  const dockerfile = read("deploy/Dockerfile");

  test("are all there, and leave the namespace to the operator", () => {
    expect(all.map(({ kind, metadata: { name } }) => `${kind} ${name}`).toSorted()).toEqual([
      "Deployment omnichannel-web",
      "Deployment omnichannel-worker",
      "Ingress omnichannel",
      "Job omnichannel-migrate",
      "PodDisruptionBudget omnichannel-web",
      "PodDisruptionBudget omnichannel-worker",
      "Secret omnichannel",
      "Service omnichannel-web",
    ]);
    expect(all.filter(({ metadata }) => "namespace" in metadata)).toEqual([]);
  });

  test("run the image's processes as npm does, as its user, with nothing to write to but what they need", () => {
    const compose = z
      .object({ "x-product": z.object({ image: z.string() }) })
      .parse(parse(read("deploy/compose.yaml"), { merge: true }));
    const [, data = ""] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? [];
    expect(dockerfile).toContain("USER node");
    for (const { name, spec } of pods) {
      const { containers, volumes, securityContext, automountServiceAccountToken } = spec.template.spec;
      const [{ image, command, envFrom, volumeMounts, securityContext: own }] = containers;
      expect([image, command]).toEqual([compose["x-product"].image, commandOf(name)]);
      expect(envFrom).toEqual([{ secretRef: { name: "omnichannel" } }]);
      // 1000 is the user node of Node's images.
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1_000,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(own).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(automountServiceAccountToken).toBe(false);
      expect(volumeMounts.map(({ name: volume }) => volume)).toEqual(volumes.map(({ name: volume }) => volume));
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(name === "migrate" ? ["/tmp"] : [data, "/tmp"]);
    }
  });

  test("give every process valid settings, and time to stop", () => {
    const random = Buffer.alloc(32, 1).toString("base64");
    const given = { ...secret, ENCRYPTION_KEY: random, SMTP_URL: secret.SMTP_URL?.replace("USER:PASSWORD@", "") };
    for (const { spec } of pods.filter(({ name }) => name !== "migrate")) {
      const { containers, terminationGracePeriodSeconds = 30 } = spec.template.spec;
      const env = Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value]));
      expect(Object.keys({ ...secret, ...env }).filter((name) => !documented(name))).toEqual([]);
      const settings = readSettings({ NODE_ENV: "production", ...given, ...env });
      expect(settings.DRAIN_SECONDS).toBeLessThanOrEqual(settings.SHUTDOWN_SECONDS / 3);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(settings.SHUTDOWN_SECONDS);
    }
    // A forgotten placeholder must not become a secret.
    expect(() => readSettings({ NODE_ENV: "production", ...secret })).toThrow("ENCRYPTION_KEY");
  });

  test("probe ports and addresses that there are, and stop sending before a process stops accepting", () => {
    const probe = z.object({
      httpGet: z.object({ path: z.string(), port: z.string() }),
      periodSeconds: z.number(),
      failureThreshold: z.number().default(3),
    });
    const probes = z.object({ readinessProbe: probe, livenessProbe: probe, startupProbe: probe });
    for (const { name, spec } of pods.filter((one) => one.name !== "migrate")) {
      const [found] = spec.template.spec.containers;
      const { readinessProbe, livenessProbe, startupProbe } = probes.parse(found);
      expect([readinessProbe, livenessProbe, startupProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        "/readyz",
        "/healthz",
        "/healthz",
      ]);
      for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe])
        expect(found.ports.map((port) => port.name)).toEqual([httpGet.port]);
      const env = Object.fromEntries(found.env.map((one) => [one.name, Number(one.value)]));
      expect(found.ports[0]?.containerPort).toBe(name === "web" ? DEFAULTS.PORT : env.METRICS_PORT);
      if (name === "web")
        expect(env.DRAIN_SECONDS).toBeGreaterThanOrEqual(
          readinessProbe.periodSeconds * readinessProbe.failureThreshold,
        );
    }
  });

  test("select the pods that they mean", () => {
    const selectorOf = (kind: string, name: string) =>
      z.looseObject({ selector: z.looseObject({}) }).parse(named(kind, `omnichannel-${name}`)?.spec).selector;
    for (const { name, spec } of pods.filter((one) => one.name !== "migrate")) {
      const { labels } = spec.template.metadata;
      expect(selectorOf("Deployment", name)).toEqual({ matchLabels: labels });
      expect(selectorOf("PodDisruptionBudget", name)).toEqual({ matchLabels: labels });
      if (name === "web") expect(selectorOf("Service", name)).toEqual(labels);
    }
    const ingress = JSON.stringify(named("Ingress", "omnichannel"));
    expect(ingress).toContain('"service":{"name":"omnichannel-web","port":{"name":"http"}}');
    expect(ingress).toContain('"nginx.ingress.kubernetes.io/proxy-buffering":"off"');
  });
});

test("the processes' connections fit into PostgreSQL's default, as docs/operating.md computes it", () => {
  const text = read("docs/operating.md");
  const rows = [...text.matchAll(/^\| (\d), (\d).*? \| (\d+).*? \| (\d+) \| (\d+) \|$/gm)].map((row) =>
    row.slice(1).map(Number),
  );
  expect(rows.length).toBe(4);
  for (const [webs = 0, workers = 0, size = 0, most, more] of rows) {
    expect(most).toBe(webs * (size + 1) + workers * (size + 8));
    expect(more).toBe((most ?? 0) + size + 1);
    expect(more).toBeLessThanOrEqual(97);
  }
  expect(rows.map(([, , size]) => size)).toContain(DEFAULTS.DATABASE_POOL);
  const [, inKubernetes] = /DATABASE_POOL: "(\d+)"/.exec(read("deploy/kubernetes/secret.example.yaml")) ?? [];
  expect(rows.map(([, , size]) => size)).toContain(Number(inKubernetes));
});

describe("the systemd units", () => {
  const files = globSync("*.{service,timer}", { cwd: join(DEPLOY, "systemd") }).toSorted();
  /** Every setting of a unit, with its values. */
  const units = files
    .filter((file) => file.endsWith(".service"))
    .map((file) => {
      const settings = new Map<string, string[]>();
      for (const [, name = "", value = ""] of read(`deploy/systemd/${file}`).matchAll(/^(\w+)=(.*)$/gm)) {
        settings.set(name, [...(settings.get(name) ?? []), value]);
      }
      const name = basename(file, ".service").replace("omnichannel-", "").replace("@", "");
      return { file, name, settings };
    });

  beforeEach(() => {
    mkdirSync(join(folder, "units"), { recursive: true });
    // systemd checks that commands and folders exist.
    for (const file of files)
      writeFileSync(join(folder, "units", file), read(`deploy/systemd/${file}`).replaceAll("/opt/omnichannel", ROOT));
  });

  test("are valid for systemd", async () => {
    expect(files).toEqual([
      ...["omnichannel-backup.service", "omnichannel-backup.timer", "omnichannel-migrate.service"],
      ...["omnichannel-web@.service", "omnichannel-worker@.service"],
    ]);
    const { stdout, stderr } = await run("systemd-analyze", [
      "verify",
      ...files.map((file) => join(folder, "units", file)),
    ]);
    expect(stdout + stderr).not.toContain("omnichannel");
  });

  test("give the processes little power: at most 2.5 of 10 by systemd's measure", async () => {
    for (const { file } of units) {
      const { stdout } = await run("systemd-analyze", [
        "security",
        "--offline=true",
        "--threshold=25",
        "--no-pager",
        join(folder, "units", file),
      ]);
      expect(stdout).toMatch(/exposure level.*: [0-2]\.\d OK/);
    }
    for (const { settings } of units) {
      for (const name of ["NoNewPrivileges", "PrivateTmp", "ProtectHome"]) expect(settings.get(name)).toEqual(["yes"]);
      expect(settings.get("ProtectSystem")).toEqual(["strict"]);
    }
  });

  test("run what npm runs, with settings that there are, and give it time to stop", () => {
    for (const { name, settings } of units) {
      const [command = ""] = settings.get("ExecStart") ?? [];
      const expected = ["/opt/omnichannel/node_modules/.bin/node", ...commandOf(name).slice(1)].join(" ");
      // A backup has a name and a recipient, which a shell fills in.
      if (name === "backup") expect(command).toContain(`exec ${expected} `);
      else expect(command).toBe(expected);
      expect(settings.get("EnvironmentFile")?.[0]).toBe("/etc/omnichannel.env");
      const env: Record<string, string> = Object.fromEntries(
        (settings.get("Environment") ?? []).flatMap((line) => line.split(" ")).map((pair) => pair.split("=")),
      );
      expect(Object.keys(env).filter((setting) => !documented(setting))).toEqual([]);
      expect(env.DATA_DIR).toBe(settings.get("ReadWritePaths")?.[0]);
      if (settings.get("Type")?.[0] === "oneshot") continue;
      expect(Number(settings.get("TimeoutStopSec")?.[0])).toBeGreaterThan(DEFAULTS.SHUTDOWN_SECONDS);
      expect([settings.get("Restart"), settings.get("StartLimitIntervalSec")]).toEqual([["always"], ["0"]]);
    }
  });
});

/** The text of the first answer that satisfies `isEnough`. */
async function answerOf(
  address: string,
  isEnough: (text: string, status: number) => boolean,
  token?: string,
): Promise<string> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(address, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      expect(isEnough(text, answer.status), text).toBe(true);
      return text;
    },
    { timeout: 60_000, interval: 200 },
  );
}

describe("a worker that reaches PostgreSQL through PgBouncer, and that Prometheus watches", () => {
  const token = "a-token-of-the-test-only";
  const size = 2;
  let metricsPort: number;

  beforeAll(async () => {
    const own = new URL(process.env.DATABASE_URL ?? "");
    const [, ini = ""] = /```ini\n(.*?)```/s.exec(read("docs/operating.md")) ?? [];
    const port = await freePort();
    // PgBouncer does not run as root, and nobody could not read the folder of the test.
    chmodSync(folder, 0o755);
    const place = mkdtempSync(join(folder, "pgbouncer-"));
    chmodSync(place, 0o755);
    const users = join(place, "userlist.txt");
    writeFileSync(users, `"${own.username}" "${decodeURIComponent(own.password)}"\n`);
    const text = replaced(ini, {
      "host=10.0.0.5 port=5432 dbname=omnichannel": `host=${own.hostname} port=${own.port} dbname=${own.pathname.slice(1)}`,
      "listen_port = 6432": `listen_port = ${port}`,
      "/etc/pgbouncer/userlist.txt": users,
    });
    writeFileSync(join(place, "pgbouncer.ini"), `${text}\nunix_socket_dir =\n`);
    start("pgbouncer", [
      "--quiet",
      ...(process.getuid?.() === 0 ? ["--user", "nobody"] : []),
      join(place, "pgbouncer.ini"),
    ]);
    const bouncer = new URL(own);
    bouncer.host = `127.0.0.1:${port}`;
    bouncer.pathname = "/omnichannel";
    metricsPort = await freePort();
    const [node = "", ...args] = commandOf("worker");
    expect(node).toBe("node");
    start(process.execPath, args, {
      ...process.env,
      DATABASE_URL: bouncer.href,
      DATABASE_POOL: String(size),
      HOST: "127.0.0.1",
      METRICS_TOKEN: token,
      METRICS_PORT: String(metricsPort),
    });
  });
  test("the worker becomes ready, and does its jobs", async () => {
    await answerOf(`http://127.0.0.1:${metricsPort}/readyz`, (_, status) => status === 200);
    const done = 'omnichannel_job_duration_seconds_count{job="check-channels",outcome="done"}';
    await pool().query("insert into pgboss.job (name, data) values ('check-channels', '{}')");
    await answerOf(`http://127.0.0.1:${metricsPort}/metrics`, (text) => text.includes(done), token);
  });

  test("it takes no more connections than docs/operating.md says", async () => {
    const { rows } = await pool().query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const [, more] = /^\| worker \| `DATABASE_POOL` \+ (\d) \|$/m.exec(read("docs/operating.md")) ?? [];
    expect(rows[0]?.count).toBeGreaterThan(size + 5);
    expect(rows[0]?.count).toBeLessThanOrEqual(size + Number(more));
  });

  test("Prometheus reads its metrics with the token, and the rules find nothing late", async () => {
    const port = await freePort();
    const place = mkdtempSync(join(folder, "prometheus-"));
    writeFileSync(join(place, "token"), token);
    // Every second instead of every 15, so that the test need not wait.
    writeFileSync(
      join(place, "rules.yaml"),
      read("deploy/prometheus/rules.yaml").replaceAll("interval: 15s", "interval: 1s"),
    );
    const text = replaced(read("deploy/prometheus/prometheus.yaml"), {
      "interval: 15s": "interval: 1s",
      "/run/secrets/metrics_token": join(place, "token"),
    });
    // There is no DNS server that knows the worker.
    const target = `static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }]`;
    const found = text.replace(/dns_sd_configs:\n(?: {6,}.*\n)+/, `${target}\n`);
    expect(found).toContain(target);
    writeFileSync(join(place, "prometheus.yaml"), found);
    start(
      "prometheus",
      [
        // What Prometheus 3 does by itself.
        "--enable-feature=expand-external-labels",
        `--config.file=${join(place, "prometheus.yaml")}`,
        `--storage.tsdb.path=${join(place, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { ...process.env, APP_URL: "https://desk.example.com" },
    );
    const query = async (expr: string, isEnough: (text: string) => boolean) =>
      JSON.parse(
        await answerOf(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`, isEnough),
      ) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
    const has = (count: number) => (answer: string) => answer.split('"value"').length === count + 1;
    expect((await query('up{job="omnichannel-worker"} == 1', has(1))).data.result[0]?.metric.job).toBe(
      "omnichannel-worker",
    );
    const { data } = await query("omnichannel:slo_bad == 0", has(3));
    expect(data.result.map(({ metric }) => metric.slo).toSorted()).toEqual([
      "accepted-to-stored",
      "event-to-webhook",
      "queued-to-sent",
    ]);
    await query("omnichannel:queue_oldest_seconds:max", (answer) => answer.includes('"queue":"sends"'));
    await query('omnichannel_job_duration_seconds_count{exported_job="check-channels",outcome="done"}', has(1));
    await query('ALERTS{alertstate="firing",alertname!~"WebDown|ProcessDown"}', has(0));
  });
});
