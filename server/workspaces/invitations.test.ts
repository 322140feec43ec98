import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { hashSecret } from "../auth/key-format.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { mailInvitation } from "./mail-invitation.ts";

const INVITATION = "workspaceId id email role invitedBy link mailState mailError createdAt expiresAt";
const CREATE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { ${INVITATION} } }`;
const RESEND = `mutation ($input: InvitationResendInput!) { resendInvitation(input: $input) { ${INVITATION} } }`;
const REVOKE = `mutation ($input: InvitationRevokeInput!) { revokeInvitation(input: $input) { ${INVITATION} } }`;
const LIST = `query ($input: InvitationsInput!) { invitations(input: $input) { nodes { ${INVITATION} } } }`;

type Invitation = {
  id: string;
  email: string;
  role: string;
  invitedBy: string | null;
  link: string | null;
  mailState: string;
  createdAt: string;
  expiresAt: string;
};

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let owner: ReturnType<typeof api>;
let admin: Awaited<ReturnType<typeof createTestMember>>;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  owner = api(await signInTestUser(workspace.userId), workspace.workspaceId);
  admin = await createTestMember(workspace.workspaceId, "ADMIN");
});

const newEmail = () => `invited-${randomUUID()}@example.com`;
const waiting = async () => (await workspace.api.ok<{ nodes: Invitation[] }>(LIST)).nodes;
const stored = (id: string) => database().invitation.findFirstOrThrow({ where: { id } });

describe("createInvitation", () => {
  test("answers the link whole, stores only its hash, and queues the mail by the invitation's id", async () => {
    const email = newEmail();
    const made = await owner.ok<Invitation>(CREATE, { email: ` ${email.toUpperCase()} `, role: "AGENT" });
    expect(made).toMatchObject({ email, role: "AGENT", invitedBy: "Olga Owner", mailState: "waiting" });
    const token = /^http:\/\/localhost:3000\/invitations\/([A-Za-z0-9_-]{43})$/.exec(made.link ?? "")?.[1] ?? "";
    const row = await stored(made.id);
    expect(Buffer.from(row.tokenHash)).toEqual(Buffer.from(hashSecret(token)));
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * 24 * 60 * 60 * 1000);
    const jobs = await database().$queryRaw<{ data: unknown }[]>`
      select data from pgboss.job where name = 'mail-invitation' and data ->> 'invitationId' = ${made.id}`;
    expect(jobs).toEqual([{ data: { workspaceId: workspace.workspaceId, invitationId: made.id } }]);
    const audits = await database().auditEntry.findMany({ where: { targetId: made.id } });
    expect(audits).toMatchObject([{ action: "createInvitation", after: { email, role: "AGENT" } }]);
    expect(JSON.stringify([jobs, audits])).not.toContain(token);

    const listed = (await waiting()).find(({ id }) => id === made.id);
    expect(listed).toEqual({ ...made, link: null });
  });

  test("inviting again replaces: one waits, with the new role and another link", async () => {
    const email = newEmail();
    const first = await owner.ok<Invitation>(CREATE, { email, role: "AGENT" });
    const second = await owner.ok<Invitation>(CREATE, { email, role: "ADMIN" });
    expect(second.link).not.toBe(first.link);
    expect((await stored(first.id)).revokedAt).not.toBeNull();
    expect((await waiting()).filter((row) => row.email === email)).toMatchObject([{ id: second.id, role: "ADMIN" }]);
  });

  test("ten at the same time leave one that waits", async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.call(CREATE, { email, role: "AGENT" })));
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await waiting()).filter((row) => row.email === email)).toHaveLength(1);
  });

  test("a member is a conflict; somebody of another workspace is not", async () => {
    expect(await owner.refusal(CREATE, { email: admin.email.toUpperCase(), role: "AGENT" })).toEqual({
      code: "CONFLICT",
      message: "This person is in the workspace already",
      paths: [],
    });
    const other = await createTestWorkspace();
    expect((await owner.ok<Invitation>(CREATE, { email: other.email, role: "AGENT" })).email).toBe(other.email);
  });

  test.each([
    [{ email: "nobody", role: "AGENT" }, "input.email"],
    [{ email: " ", role: "AGENT" }, "input.email"],
    [{ email: "a@example.com", role: "OWNER" }, "input.role"],
  ])("refuses %j", async (input, path) => {
    expect(await owner.refusal(CREATE, input)).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  });

  test("who may: owner, admin and workspace key; a key offers no admin's seat", async () => {
    const refused = {
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
      paths: [],
    };
    for (const role of ["AGENT_PLUS", "AGENT"] as const) {
      const member = await createTestMember(workspace.workspaceId, role);
      for (const document of [CREATE, RESEND, REVOKE, LIST]) {
        expect(await member.api.refusal(document, { email: 1, id: 1 })).toEqual(refused);
      }
    }
    const agentKey = await createTestAgentKey(workspace.workspaceId);
    expect(await agentKey.api.refusal(CREATE, { email: newEmail(), role: "AGENT" })).toEqual(refused);
    for (const role of ["ADMIN", "AGENT_PLUS", "AGENT"]) {
      expect((await admin.api.ok<Invitation>(CREATE, { email: newEmail(), role })).invitedBy).toBe("Mia ADMIN");
    }
    const byKey = await workspace.api.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT_PLUS" });
    expect(byKey.invitedBy).toBe("First key");
    expect(await workspace.api.refusal(CREATE, { email: newEmail(), role: "ADMIN" })).toEqual(refused);
    const byAdmin = await admin.api.ok<Invitation>(CREATE, { email: newEmail(), role: "ADMIN" });
    expect(await workspace.api.refusal(RESEND, { id: byAdmin.id })).toEqual(refused);
  });

  test("a hundred an hour, then a pause", async () => {
    const busy = await createTestWorkspace();
    await database().invitation.createMany({
      data: Array.from({ length: 99 }, (_, index) => ({
        workspaceId: busy.workspaceId,
        email: `${index}@example.com`,
        role: "AGENT" as const,
        tokenHash: hashSecret(String(index)),
        invitedById: busy.userId,
        expiresAt: new Date(),
        // Withdrawn invitations count too, because their emails were sent.
        revokedAt: new Date(),
      })),
    });
    const hundredth = await busy.api.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT" });
    expect((await busy.api.refusal(CREATE, { email: newEmail(), role: "AGENT" })).code).toBe("RATE_LIMITED");
    expect((await busy.api.refusal(RESEND, { id: hundredth.id })).code).toBe("RATE_LIMITED");
    expect((await stored(hundredth.id)).revokedAt).toBeNull();
    await database().invitation.updateMany({
      where: { workspaceId: busy.workspaceId, email: "0@example.com" },
      data: { createdAt: new Date(Date.now() - 61 * 60 * 1000) },
    });
    expect((await busy.api.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT" })).mailState).toBe("waiting");
  });
});

describe("resendInvitation and revokeInvitation", () => {
  test("resending makes a new link and another week, for one that has run out too; the old link is dead", async () => {
    const first = await owner.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT_PLUS" });
    await database().invitation.updateMany({ where: { id: first.id }, data: { expiresAt: new Date(0) } });
    expect((await waiting()).map(({ id }) => id)).toContain(first.id);
    const second = await owner.ok<Invitation>(RESEND, { id: first.id });
    expect(second).toMatchObject({ email: first.email, role: "AGENT_PLUS", mailState: "waiting" });
    expect(second.link).not.toBe(first.link);
    expect(Date.parse(second.expiresAt)).toBeGreaterThan(Date.now() + 6 * 24 * 60 * 60 * 1000);
    expect(await owner.refusal(RESEND, { id: first.id })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("revoking takes it out of the list; a second time, a foreign one and no id are answered alike", async () => {
    const made = await owner.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT" });
    const foreign = await createTestWorkspace();
    const gone = { code: "NOT_FOUND", message: "Invitation not found", paths: [] };
    expect(await foreign.api.refusal(REVOKE, { id: made.id })).toEqual(gone);
    expect(await foreign.api.refusal(RESEND, { id: made.id })).toEqual(gone);
    expect(await workspace.api.ok<Invitation>(REVOKE, { id: made.id })).toEqual({ ...made, link: null });
    expect((await waiting()).map(({ id }) => id)).not.toContain(made.id);
    expect(await owner.refusal(REVOKE, { id: made.id })).toEqual(gone);
    expect(await owner.refusal(REVOKE, { id: "nothing" })).toEqual(gone);
  });
});

describe("without a mail server", () => {
  afterEach(() => {
    env().LOG_MAILS = "no";
  });

  test("the mail's text goes to the log once, link included, and the invitation says so, in a trial", async () => {
    env().LOG_MAILS = "yes";
    const told = vi.spyOn(log, "info").mockImplementation(() => undefined);
    const { workspaceId } = workspace;
    const made = await owner.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT" });
    await mailInvitation({ workspaceId, invitationId: made.id });
    await mailInvitation({ workspaceId, invitationId: made.id });
    expect(told.mock.calls).toHaveLength(1);
    expect(told.mock.calls[0]).toMatchObject([
      {
        to: made.email,
        subject: "Olga Owner invites you to Test",
        text: expect.stringContaining(made.link ?? "-") as string,
      },
      "a mail was not sent, because SMTP_URL is not set",
    ]);
    expect((await waiting()).find(({ id }) => id === made.id)).toMatchObject({ mailState: "logged", mailError: null });
    told.mockRestore();
  });

  test("elsewhere the log has neither words nor link, only that a mail was not sent", async () => {
    const told = vi.spyOn(log, "info").mockImplementation(() => undefined);
    const made = await owner.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT" });
    await mailInvitation({ workspaceId: workspace.workspaceId, invitationId: made.id });
    expect(told.mock.calls).toEqual([
      [{ mailId: made.id, to: made.email }, "a mail was not sent, because SMTP_URL is not set"],
    ]);
    told.mockRestore();
  });

  test("nothing is mailed for one that was withdrawn, has run out, or whose workspace is gone", async () => {
    const told = vi.spyOn(log, "info").mockImplementation(() => undefined);
    const { workspaceId, api: key } = await createTestWorkspace();
    const invite = () => key.ok<Invitation>(CREATE, { email: newEmail(), role: "AGENT" });
    const [withdrawn, expired, orphan] = [await invite(), await invite(), await invite()];
    await key.ok(REVOKE, { id: withdrawn.id });
    await database().invitation.updateMany({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    await mailInvitation({ workspaceId, invitationId: withdrawn.id });
    await mailInvitation({ workspaceId, invitationId: expired.id });
    await database().workspace.update({ where: { id: workspaceId }, data: { deletedAt: new Date() } });
    await mailInvitation({ workspaceId, invitationId: orphan.id });
    expect(told).not.toHaveBeenCalled();
    told.mockRestore();
  });
});
