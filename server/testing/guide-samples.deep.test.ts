import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "./custom-channel.ts";
import { ensurePrograms } from "./debian.ts";
import { openDoors, type Doors } from "./doors.ts";
import { createTestIntegration, createTestWorkspace } from "./factories.ts";

// The programs of the guides, run as they stand.

const GUIDE = resolve(import.meta.dirname, "../../docs/guide");
const RUNNERS: Record<string, [command: string, ...args: string[]]> = {
  ".sh": ["bash"],
  ".ts": [process.execPath, "--disable-warning=ExperimentalWarning"],
  ".py": ["python3"],
  ".go": ["go", "run"],
  ".php": ["php"],
};
const LANGUAGES = Object.keys(RUNNERS);
const run = promisify(execFile);

/** The code blocks that are programs, by the name of their file. */
const samples = new Map(
  globSync("*.md", { cwd: GUIDE }).flatMap((file) =>
    [...readFileSync(join(GUIDE, file), "utf8").matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)].map(
      ([, name = "", code = ""]) => [name, code] as const,
    ),
  ),
);

let folder: string;
let doors: Doors;
let env: Record<string, string>;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

beforeAll(async () => {
  ensurePrograms();
  folder = mkdtempSync(join(tmpdir(), "guide-"));
  for (const [name, code] of samples) writeFileSync(join(folder, name), code);
  doors = await openDoors();
  workspace = await createTestWorkspace();
  const { id } = await createTestIntegration(workspace.workspaceId);
  const { conversationId } = await customerSystem(id).text("ida", "Hello");
  for (const sender of ["per", "kari", "ola"]) await customerSystem(id).text(sender, "Hello");
  env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    GOCACHE: join(folder, "go-cache"),
    BASE_URL: doors.base,
    API_KEY: workspace.apiKey,
    WORKSPACE_ID: String(workspace.workspaceId),
    INTEGRATION_ID: id,
    VALIDATE_TOKEN: "validate-me",
    CONV_ID: conversationId,
  };
}, 600_000);
afterAll(async () => {
  await doors.close();
  rmSync(folder, { recursive: true, force: true });
});

async function output(name: string, more: Record<string, string> = {}, input = ""): Promise<string> {
  const [command = "", ...args] = RUNNERS[extname(name)] ?? [];
  const running = run(command, [...args, join(folder, name)], {
    env: { ...env, ...more, NODE_ENV: "test" },
    timeout: 60_000,
  });
  running.child.stdin?.end(input);
  return (await running).stdout.trim();
}

test("there is a program of each kind in each language", () => {
  const wanted = ["send", "receive", "list"].flatMap((kind) => LANGUAGES.map((language) => `${kind}${language}`));
  const verify = LANGUAGES.filter((language) => language !== ".sh").map((language) => `verify${language}`);
  expect([...samples.keys()].sort()).toEqual([...wanted, ...verify].sort());
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("a contact's message comes in", async () => {
    const convId = await output(`receive${language}`, { SENDER_ID: `from${language}`, TEXT: 'It\'s "new" – ✓' });
    const { workspaceId } = workspace;
    expect(await database().message.findFirst({ where: { workspaceId, convId } })).toMatchObject({
      content: 'It\'s "new" – ✓',
      isAgent: false,
    });
  });

  test("a message goes out", async () => {
    const id = await output(`send${language}`);
    const { workspaceId } = workspace;
    expect(await database().message.findFirst({ where: { workspaceId, id } })).toMatchObject({
      convId: env.CONV_ID,
      isAgent: true,
    });
  });

  test("a list is read to its end", async () => {
    const { workspaceId } = workspace;
    const convs = await database().conversation.findMany({ where: { workspaceId }, select: { id: true } });
    const ids = (await output(`list${language}`)).split("\n");
    expect(ids.toSorted()).toEqual(convs.map(({ id }) => id).toSorted());
  });
});

describe.each(LANGUAGES.filter((language) => language !== ".sh"))("a webhook in %s", (language) => {
  const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
  const body = '{"event":"INCOMING_MESSAGE","content":"å ✓"}';
  const headers = (at: Date) => ({
    WEBHOOK_SECRET: secret,
    WEBHOOK_ID: "msg_1",
    WEBHOOK_TIMESTAMP: String(Math.floor(at.getTime() / 1000)),
    WEBHOOK_SIGNATURE: new Webhook(secret).sign("msg_1", at, body),
  });

  test("is believed if it was signed just now, by this secret, as it is", async () => {
    const now = new Date();
    const good = headers(now);
    expect(await output(`verify${language}`, good, body)).toBe("ok");
    const rotated = { ...good, WEBHOOK_SIGNATURE: `v1,AAAA ${good.WEBHOOK_SIGNATURE}` };
    expect(await output(`verify${language}`, rotated, body)).toBe("ok");
    await expect(output(`verify${language}`, good, `${body} `)).rejects.toMatchObject({ code: 1 });
    await expect(output(`verify${language}`, { ...good, WEBHOOK_ID: "msg_2" }, body)).rejects.toMatchObject({
      code: 1,
    });
    const old = headers(new Date(now.getTime() - 3_600_000));
    await expect(output(`verify${language}`, old, body)).rejects.toMatchObject({ code: 1 });
  });
});
