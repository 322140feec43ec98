import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { signUpDoor } from "./sign-up.ts";

let caller = 0;

/** A sign-up as the portal's page sends it, each from an address of its own unless one is given. */
async function send(body: unknown, headers: Record<string, string> = {}) {
  const response = await signUpDoor(
    new Request("http://localhost:3000/api/sign-up", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${(caller += 1)}`, ...headers },
      body: JSON.stringify(body),
    }),
  );
  return {
    status: response.status,
    body: (await response.json()) as {
      workspaceId?: number;
      error?: { code: string; message: string; fields?: unknown };
    },
  };
}

const person = () => ({
  name: "Ola Nowak",
  workspaceName: "Nowak Tea",
  email: `${randomUUID()}@example.com`,
  password: "green tea please",
});

describe("POST /api/sign-up", () => {
  test("makes a workspace on the Free plan and its owner", async () => {
    const values = person();
    const { status, body } = await send(values);
    expect(status).toBe(201);
    const membership = await database().membership.findFirstOrThrow({
      where: { workspaceId: body.workspaceId ?? 0 },
      include: { user: true, workspace: true },
    });
    expect(membership).toMatchObject({
      role: "OWNER",
      user: { email: values.email, name: "Ola", surname: "Nowak" },
      workspace: { name: "Nowak Tea", plan: "FREE" },
    });
    expect(membership.user.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test("refuses a taken e-mail, a short password and a body that is none", async () => {
    const values = person();
    await send(values);
    expect(await send(values)).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
    expect(await send({ ...person(), password: "short" })).toMatchObject({
      status: 422,
      body: { error: { code: "BAD_INPUT", fields: [{ path: "input.password" }] } },
    });
    expect(await send({ name: "Ola" })).toMatchObject({ status: 422, body: { error: { code: "BAD_INPUT" } } });
    expect(await send("Ola")).toMatchObject({ status: 400 });
  });

  test("refuses what another site's page sends, and makes nothing of it", async () => {
    const values = person();
    expect(await send(values, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })).toMatchObject({
      status: 403,
    });
    expect(await database().user.count({ where: { email: values.email } })).toBe(0);
  });

  test("refuses a machine that makes accounts", async () => {
    const headers = { "x-forwarded-for": "198.51.100.1" };
    for (let round = 0; round < 20; round++) expect((await send({ name: "Ola" }, headers)).status).toBe(422);
    expect(await send(person(), headers)).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } });
    expect((await send(person())).status).toBe(201);
  });
});
