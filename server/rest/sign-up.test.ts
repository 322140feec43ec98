import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acceptWithAccount } from "../agents/accept-invitation.ts";
import { signIn } from "../auth/sign-in.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { newestLinkTo, postTo } from "../testing/mailed-link.ts";

const INVITE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { link } }`;

const { SIGN_UP, LOG_MAILS } = env();
afterAll(() => Object.assign(env(), { SIGN_UP, LOG_MAILS }));
beforeEach(() => {
  env().SIGN_UP = "open";
});

const send = (body: unknown, headers?: Record<string, string>) => postTo("/api/sign-up", body, headers);

const person = (email = `${randomUUID()}@example.com`) => ({
  name: "Ola Nowak",
  workspaceName: "Nowak Tea",
  email,
  password: "green tea please",
});

async function invitationTo(email: string): Promise<string> {
  const { userId, workspaceId } = await createTestWorkspace();
  const { link } = await api(await signInTestUser(userId), workspaceId).ok<{ link: string }>(INVITE, {
    email,
    role: "AGENT",
  });
  return link.slice(link.lastIndexOf("/") + 1);
}

describe("POST /api/sign-up where no email can be sent", () => {
  beforeAll(() => {
    env().LOG_MAILS = "no";
  });

  test("makes a workspace on the Free plan and its owner", async () => {
    const values = person();
    const { status, body } = await send(values);
    expect(status).toBe(201);
    const membership = await database().membership.findFirstOrThrow({
      where: { workspaceId: Number(body.workspaceId) },
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
      body: {
        error: { code: "BAD_INPUT", fields: [{ path: "input.password", wording: { code: "refusal.passwordShort" } }] },
      },
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

describe("POST /api/sign-up where emails are sent", () => {
  beforeAll(() => {
    env().LOG_MAILS = "yes";
  });

  test("answers a known and an unknown address the same, and makes no account before the link is opened", async () => {
    const { email, userId, password } = await createTestWorkspace();
    const values = person();
    const answer = { status: 202, body: { isEmailSent: true } };
    expect(await send(person(email.toUpperCase()))).toEqual(answer);
    expect(await send(values)).toEqual(answer);
    expect(await database().user.count({ where: { email: values.email } })).toBe(0);
    expect(await signIn({ email, password, address: "192.0.2.50" })).toBe(userId);
    for (const address of [email, values.email])
      expect(await send({ ...person(address), password: "short" })).toMatchObject({ status: 422 });
  });

  test("the link makes the workspace, once, for the person who chose the password", async () => {
    const values = person();
    await send(values);
    const { id, token } = await newestLinkTo(values.email);
    const confirm = (password: string) => postTo("/api/sign-up/confirm", { token, password });
    expect(await confirm("another password")).toMatchObject({
      status: 422,
      body: { error: { fields: [{ path: "input.password" }] } },
    });
    const { status, body } = await confirm(values.password);
    expect([status, body.email]).toEqual([201, values.email]);
    const owner = await signIn({ email: values.email, password: values.password, address: "192.0.2.51" });
    expect(
      await database().membership.findFirst({
        where: { workspaceId: Number(body.workspaceId) },
        select: { userId: true },
      }),
    ).toEqual({ userId: owner });
    expect(await confirm(values.password)).toMatchObject({ status: 409 });
    expect(JSON.stringify(await database().mailedLink.findUnique({ where: { id } }))).not.toContain(token);
  });

  test("two clicks at once make one workspace", async () => {
    const values = person();
    await send(values);
    const { token } = await newestLinkTo(values.email);
    const click = () => postTo("/api/sign-up/confirm", { token, password: values.password });
    const clicks = await Promise.all([click(), click(), click()]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test("a link that has expired, and one that never was, make nothing", async () => {
    const values = person();
    await send(values);
    const { id, token } = await newestLinkTo(values.email);
    await database().mailedLink.update({ where: { id }, data: { expiresAt: new Date() } });
    expect(await postTo("/api/sign-up/confirm", { token, password: values.password })).toMatchObject({ status: 409 });
    expect(await postTo("/api/sign-up/confirm", { token: "wrong", password: values.password })).toMatchObject({
      status: 404,
    });
    expect(await database().user.count({ where: { email: values.email } })).toBe(0);
  });

  test("an address that somebody else signed up with lets the invited person in, and then nobody else", async () => {
    const squatter = person();
    await send(squatter);
    const { token } = await newestLinkTo(squatter.email);
    const invited = { token: await invitationTo(squatter.email), name: "Iris", password: "the owner of the address" };
    await acceptWithAccount(invited);
    expect(await postTo("/api/sign-up/confirm", { token, password: squatter.password })).toMatchObject({ status: 409 });
    const enter = (password: string) => signIn({ email: squatter.email, password, address: "192.0.2.52" });
    expect(await enter(squatter.password)).toBeNull();
    expect(await enter(invited.password)).toEqual(expect.any(String));
  });

  test("fills nobody's mailbox, and one place keeps nobody else from their link", async () => {
    const { email } = person();
    const headers = { "x-forwarded-for": "198.51.100.2" };
    for (let round = 0; round < 5; round++) expect((await send(person(email), headers)).status).toBe(202);
    expect(await send(person(email), headers)).toMatchObject({ status: 429 });
    expect((await send(person(email))).status).toBe(202);
    expect((await send(person(), headers)).status).toBe(202);
  });
});

describe("SIGN_UP", () => {
  test("invited: only an invitation makes an account", async () => {
    const values = person();
    await send(values);
    env().SIGN_UP = "invited";
    expect(await send(person())).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN_ROLE" } } });
    const { token } = await newestLinkTo(values.email);
    expect(await postTo("/api/sign-up/confirm", { token, password: values.password })).toMatchObject({ status: 403 });
    const { email } = person();
    const invitation = await invitationTo(email);
    const joined = await postTo(`/api/invitations/${invitation}/account`, {
      name: "Iris",
      password: "ten or more characters",
    });
    expect(joined).toMatchObject({ status: 201, body: { email } });
  });

  test("closed: not even an invitation does", async () => {
    env().SIGN_UP = "closed";
    expect(await send(person())).toMatchObject({ status: 403 });
    const { email } = person();
    const token = await invitationTo(email);
    const joined = await postTo(`/api/invitations/${token}/account`, {
      name: "Iris",
      password: "ten or more characters",
    });
    expect(joined).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN_ROLE" } } });
    expect(await database().user.count({ where: { email } })).toBe(0);
  });
});
