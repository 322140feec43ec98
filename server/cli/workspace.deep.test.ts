import { randomUUID } from "node:crypto";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionOfToken } from "../auth/session.ts";
import { signIn } from "../auth/sign-in.ts";
import { database } from "../db.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";

/** Runs `npm run workspace`, with a line on its standard input if one is given. */
async function run(args: string[], input = "") {
  const script = join(import.meta.dirname, "workspace.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise((done) => child.once("close", done));
  return { code, stdout, stderr };
}

test("set-password makes a password, prints it in one line of JSON, and ends the person's sign-ins", async () => {
  const { email, userId, workspaceId } = await createTestWorkspace();
  const { token } = await signInTestUser(userId);
  const { code, stdout } = await run(["set-password", "--email", email.toUpperCase(), "--json"]);
  expect(code).toBe(0);
  expect(stdout.trim().split("\n")).toHaveLength(1);
  const printed = JSON.parse(stdout) as { password: string };
  expect(printed).toEqual({ userId, email, password: expect.stringMatching(/^[\w-]{20}$/) });
  expect(await signIn({ email, password: printed.password, address: "192.0.2.70" })).toBe(userId);
  expect(await sessionOfToken(token)).toBeNull();
  expect(
    await database().auditEntry.findMany({
      where: { workspaceId, action: "resetPassword" },
      select: { actorKind: true, targetId: true },
    }),
  ).toEqual([{ actorKind: "system", targetId: userId }]);
});

test("a password from standard input is taken, and printed nowhere", async () => {
  const password = `secret ${randomUUID()}`;
  const email = `${randomUUID()}@example.com`;
  const create = ["create", "--name", "Tea", "--plan", "FREE", "--email", email, "--password-stdin", "--json"];
  const created = await run(create, `${password}\n`);
  const { userId } = JSON.parse(created.stdout) as { userId: string };
  const changed = `changed ${randomUUID()}`;
  const set = await run(["set-password", "--email", email, "--password-stdin", "--json"], changed);
  expect(JSON.parse(set.stdout)).toEqual({ userId, email });
  for (const { stdout, stderr } of [created, set]) expect(stdout + stderr).not.toMatch(/secret |changed /);
  expect(await signIn({ email, password, address: "192.0.2.71" })).toBeNull();
  expect(await signIn({ email, password: changed, address: "192.0.2.71" })).toBe(userId);
});

test("create makes a password where none is given", async () => {
  const email = `${randomUUID()}@example.com`;
  const { stdout } = await run(["create", "--name", "Tea", "--plan", "FREE", "--email", email, "--json"]);
  const { userId, password } = JSON.parse(stdout) as { userId: string; password: string };
  expect(await signIn({ email, password, address: "192.0.2.72" })).toBe(userId);
});

test("says what is missing, without the password that it was given", async () => {
  const given = ["--password", "do not show this"];
  for (const args of [
    ["create", "--name", "Tea", "--plan", "FREE", "--email", "no address", ...given],
    ["set-password", ...given, "--email", "a@example.com"],
    ["credit", ...given],
  ]) {
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain("do not show this");
  }
  const nobody = await run(["set-password", "--email", `${randomUUID()}@example.com`]);
  expect(nobody).toMatchObject({ code: 1, stderr: "User not found\n" });
});
