import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "./embedded-postgres.ts";

const dataDir = mkdtempSync(join(tmpdir(), "omnichannel-start-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function run(command: string, settings: Record<string, string>, args: string[] = []) {
  const env = { NODE_ENV: "test" as const, PATH: process.env.PATH, DATA_DIR: dataDir, ...settings };
  const child = spawn(process.execPath, [join(import.meta.dirname, command), ...args], { env });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise((done) => child.once("close", done));
  return { code, stdout, stderr: stderr.trim() };
}

describe("npm start", () => {
  test.each([
    ["PORT", "abc", 'PORT: must be a whole number from 1 to 65535, but is "abc"'],
    ["DATABASE_URL", "mysql://x", "DATABASE_URL: must be an address that begins with postgres:// or postgresql://"],
    ["ENCRYPTION_KEY", "short", "ENCRYPTION_KEY: must be 32 random bytes in base64"],
  ])("says what is wrong with %s and exits 1", async (name, value, sentence) => {
    expect(await run("start.ts", { PORT: String(await freePort()), [name]: value })).toMatchObject({
      code: 1,
      stderr: sentence,
    });
  });

  test("says that its port is taken and exits 1", async () => {
    const other = createServer();
    const port = await new Promise<number>((done) => {
      other.listen(0, () => {
        const address = other.address();
        done(typeof address === "object" && address ? address.port : 0);
      });
    });
    const result = await run("start.ts", { PORT: String(port) });
    other.close();
    const stderr = `Port ${port} is in use by another program: stop it, or set PORT to another number.`;
    expect(result).toMatchObject({ code: 1, stderr });
  });

  test("says that the database does not answer and exits 1", async () => {
    const port = await freePort();
    const settings = { PORT: String(await freePort()), DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/none` };
    const stderr = `DATABASE_URL: the database cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`;
    expect(await run("start.ts", settings)).toMatchObject({ code: 1, stderr });
  });

  test("makes no secrets in production", async () => {
    const settings = { NODE_ENV: "production", PORT: String(await freePort()), DATA_DIR: join(dataDir, "production") };
    const { code, stderr } = await run("start.ts", settings);
    expect([code, stderr.startsWith("NEXTAUTH_SECRET: must be set")]).toEqual([1, true]);
  });
});

describe("single processes", () => {
  test("web.ts without a build says which command builds", async () => {
    const { DATABASE_URL = "", NEXTAUTH_SECRET = "", ENCRYPTION_KEY = "" } = process.env;
    const settings = { DATABASE_URL, NEXTAUTH_SECRET, ENCRYPTION_KEY, NEXT_DIST_DIR: ".next-missing" };
    expect(await run("web.ts", settings)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Not built yet: .*pages.*\. Run npm run build, then start again\.$/),
    });
  });

  test.each(["web.ts", "worker.ts", "migrate.ts"])("%s asks for DATABASE_URL and exits 1", async (command) => {
    const { code, stderr } = await run(command, {});
    expect([code, stderr.startsWith("DATABASE_URL: must be set")]).toEqual([1, true]);
  });
});

describe("the operator's commands", () => {
  test.each(["backup.ts", "doctor.ts", "migrate.ts", "restore.ts", "rotate-keys.ts", "trace.ts"])(
    "%s answers --help without a database",
    async (command) => {
      const { code, stdout, stderr } = await run(command, {}, ["--help"]);
      expect([code, stdout.startsWith("Usage: npm run "), stderr]).toEqual([0, true, ""]);
    },
  );
});

describe("npm run workspace", () => {
  test("answers --help without a database", async () => {
    const { code, stdout } = await run("workspace.ts", {}, ["--help"]);
    expect([code, stdout.includes("npm run -s workspace -- create --name NAME")]).toEqual([0, true]);
  });

  test("says which option is missing and exits 1", async () => {
    const settings = { DATABASE_URL: process.env.DATABASE_URL ?? "" };
    const { code, stderr } = await run("workspace.ts", settings, ["create", "--name", "Acme"]);
    expect([code, stderr.split("\n")[0]]).toEqual([1, "--plan must be GATEWAY, FREE, BASIC or PREMIUM"]);
  });
});
