import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "../ctx.ts";
import { database, inTransaction } from "../db.ts";
import { createTestMember, createTestWorkspace, signInTestUser, testCtx } from "../testing/factories.ts";
import { api } from "../testing/api.ts";
import { eventually } from "../testing/receiver.ts";
import { withdrawInvitations } from "../workspaces/waiting-invitations.ts";
import { acceptInvitation, acceptWithAccount } from "./accept-invitation.ts";
import { enterWorkspace } from "./enter-workspace.ts";

const INVITE = `mutation ($input: InvitationCreateInput!) { createInvitation(input: $input) { id link } }`;
const REVOKE = `mutation ($input: InvitationRevokeInput!) { revokeInvitation(input: $input) { id } }`;
const REMOVE = `mutation ($input: MemberRemoveInput!) { removeMember(input: $input) { userId } }`;
const CREATE_AGENT_WITH_KEY = `mutation ($input: AgentCreateWithApiKeyInput!) { createAgentWithApiKey(input: $input) {
  agent { id userId email } apiKey { key } } }`;
const CREATE_AGENT = `mutation ($input: AgentCreateInput!) { createAgent(input: $input) { id } }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { userId role agentId name } }`;

type Viewer = { userId: string; role: string; agentId: string | null; name: string };
type Made = { agent: { id: string; userId: string; email: string }; apiKey: { key: string } };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  workspaceId = workspace.workspaceId;
});

const newEmail = () => `invited-${randomUUID()}@example.com`;

async function invite(email: string, role = "AGENT"): Promise<{ id: string; token: string }> {
  const { id, link } = await workspace.api.ok<{ id: string; link: string }>(INVITE, { email, role });
  return { id, token: link.slice(link.lastIndexOf("/") + 1) };
}

/** A signed-in person with an account but no seat in any workspace. */
async function person(email = newEmail()) {
  const { id: userId } = await database().user.create({ data: { email, name: "Ines", surname: "Ito" } });
  const { token, sessionId } = await signInTestUser(userId);
  return { email, userId, person: { userId, sessionId }, api: api({ token }, workspaceId) };
}

/** The number of statements in this database that wait for a lock. */
async function waitingForRow({ db }: Ctx): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

const agentsOf = (email: string) =>
  database().agent.findMany({ where: { workspaceId, email }, orderBy: { createdAt: "asc" } });
const membershipOf = (userId: string) =>
  database().membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } } });

describe("accepting with an account", () => {
  test("makes the member and their agent with their name; the door was closed before", async () => {
    const ines = await person();
    expect((await ines.api.refusal(VIEWER)).code).toBe("FORBIDDEN_WORKSPACE");
    const { id, token } = await invite(ines.email, "AGENT_PLUS");
    expect(await acceptInvitation({ token, person: ines.person })).toEqual({ workspaceId });
    const [agent] = await agentsOf(ines.email);
    expect(agent).toMatchObject({ userId: ines.userId, name: "Ines", surname: "Ito", email: ines.email });
    expect(await ines.api.ok<Viewer>(VIEWER)).toEqual({
      userId: ines.userId,
      role: "AGENT_PLUS",
      agentId: agent?.id,
      name: "Ines Ito",
    });
    expect(await database().invitation.findFirstOrThrow({ where: { id } })).toMatchObject({
      acceptedById: ines.userId,
    });
    const audits = await database().auditEntry.findMany({ where: { actorId: ines.userId }, orderBy: { id: "asc" } });
    expect(audits.map(({ action }) => action)).toEqual(["acceptInvitation", "createAgent"]);
  });

  test("twice is once, and ten at the same time are one member with one agent", async () => {
    const ines = await person();
    const { token } = await invite(ines.email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => acceptInvitation({ token, person: ines.person })),
    );
    expect(answers).toEqual(Array(10).fill({ workspaceId }));
    expect(await agentsOf(ines.email)).toHaveLength(1);
    expect(await acceptInvitation({ token, person: ines.person })).toEqual({ workspaceId });
    expect(await database().auditEntry.count({ where: { actorId: ines.userId, action: "acceptInvitation" } })).toBe(1);
  });

  test("is for the invited e-mail alone, and still open to it after another one tried", async () => {
    const [ines, other] = [await person(), await person()];
    const { token } = await invite(ines.email);
    await expect(acceptInvitation({ token, person: other.person })).rejects.toMatchObject({
      code: "FORBIDDEN_WORKSPACE",
      message: `This invitation is for ${ines.email}; sign in with that e-mail to accept it`,
    });
    expect(await membershipOf(other.userId)).toBeNull();
    expect(await acceptInvitation({ token, person: ines.person })).toEqual({ workspaceId });
    await expect(acceptInvitation({ token, person: other.person })).rejects.toMatchObject({
      code: "FORBIDDEN_WORKSPACE",
    });
  });

  test("a link that is wrong, withdrawn, replaced, run out or of a deleted workspace opens nothing", async () => {
    const ines = await person();
    const refusal = async (token: string) =>
      acceptInvitation({ token, person: ines.person }).then(
        () => null,
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      );
    expect(await refusal("A".repeat(43))).toBe("NOT_FOUND: Invitation not found");
    const withdrawn = await invite(ines.email);
    await workspace.api.ok(REVOKE, { id: withdrawn.id });
    expect(await refusal(withdrawn.token)).toBe("CONFLICT: This invitation was withdrawn, or replaced by a newer one");
    const replaced = await invite(ines.email);
    const last = await invite(ines.email);
    expect(await refusal(replaced.token)).toBe("CONFLICT: This invitation was withdrawn, or replaced by a newer one");
    await database().invitation.updateMany({ where: { id: last.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await refusal(last.token)).toBe("CONFLICT: This invitation has run out; ask for a new one");
    expect(await membershipOf(ines.userId)).toBeNull();

    const ended = await createTestWorkspace();
    const { link } = await ended.api.ok<{ link: string }>(INVITE, { email: ines.email, role: "AGENT" });
    await database().workspace.update({ where: { id: ended.workspaceId }, data: { deletedAt: new Date() } });
    expect(await refusal(link.slice(link.lastIndexOf("/") + 1))).toBe("NOT_FOUND: Invitation not found");
  });

  test("one that is withdrawn while it is being accepted lets nobody in", async () => {
    const ines = await person();
    const { id, token } = await invite(ines.email);
    let accepting: Promise<unknown> = Promise.resolve();
    await inTransaction(workspace.ctx, async (tx) => {
      await withdrawInvitations(tx, { id });
      accepting = acceptInvitation({ token, person: ines.person }).catch((error: unknown) => error);
      // The statement has read the invitation's old state and now waits for its row.
      await eventually(async () => (await waitingForRow(tx)) > 0, 5_000);
    });
    expect(await accepting).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("withdrawn") });
    expect(await membershipOf(ines.userId)).toBeNull();
    expect(await database().invitation.findFirstOrThrow({ where: { id } })).toMatchObject({ acceptedAt: null });
  });

  test("a used link does not bring back somebody who was removed; a new one does, with their agent of before", async () => {
    const ines = await person();
    const first = await invite(ines.email);
    await acceptInvitation({ token: first.token, person: ines.person });
    const [before] = await agentsOf(ines.email);
    await workspace.api.ok(REMOVE, { userId: ines.userId });
    await expect(acceptInvitation({ token: first.token, person: ines.person })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This invitation was accepted already",
    });
    expect(await membershipOf(ines.userId)).toBeNull();
    const second = await invite(ines.email);
    await acceptInvitation({ token: second.token, person: ines.person });
    expect(await agentsOf(ines.email)).toMatchObject([{ id: before?.id, deletedAt: null }]);
  });

  test("whoever has a seat already keeps their role", async () => {
    const ines = await person();
    const { token } = await invite(ines.email);
    await database().membership.create({ data: { workspaceId, userId: ines.userId, role: "ADMIN" } });
    await acceptInvitation({ token, person: ines.person });
    expect((await membershipOf(ines.userId))?.role).toBe("ADMIN");
  });
});

describe("accepting by making an account", () => {
  test("account, seat and agent at once, under the invited e-mail", async () => {
    const email = newEmail();
    const { token } = await invite(email, "AGENT");
    const input = { token, name: " Noor van Dijk ", password: "ten or more characters" };
    expect(await acceptWithAccount(input)).toEqual({ workspaceId, email });
    const user = await database().user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ name: "Noor", surname: "van Dijk" });
    expect((await membershipOf(user.id))?.role).toBe("AGENT");
    expect(await agentsOf(email)).toMatchObject([{ userId: user.id, name: "Noor", surname: "van Dijk" }]);
    await expect(acceptWithAccount(input)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("a taken e-mail, a bad name or password and a dead link leave nothing behind", async () => {
    const ines = await person();
    const taken = await invite(ines.email);
    const password = "ten or more characters";
    await expect(acceptWithAccount({ token: taken.token, name: "Ines", password })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Somebody has an account with this e-mail already",
    });
    expect(await membershipOf(ines.userId)).toBeNull();
    const email = newEmail();
    const { id, token } = await invite(email);
    await expect(acceptWithAccount({ token, name: " ", password })).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(acceptWithAccount({ token, name: "Noor", password: "short" })).rejects.toMatchObject({
      fields: [{ path: "input.password" }],
    });
    await workspace.api.ok(REVOKE, { id });
    await expect(acceptWithAccount({ token, name: "Noor", password })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(acceptWithAccount({ token: "no", name: "Noor", password })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await database().user.count({ where: { email } })).toBe(0);
  });
});

describe("createAgentWithApiKey and an invited e-mail (contract.md, API keys, rule 5)", () => {
  const makeAgent = (email: string) =>
    workspace.api.ok<Made>(CREATE_AGENT_WITH_KEY, { name: "Desk", email: email.toUpperCase() });

  test.each(["before the invitation", "after the invitation"])(
    "made %s: a placeholder until they come, then theirs, with its key",
    async (when) => {
      const ines = await person();
      const early = when === "before the invitation" ? await makeAgent(ines.email) : null;
      const { token } = await invite(ines.email, "AGENT_PLUS");
      const { agent, apiKey } = early ?? (await makeAgent(ines.email));
      expect(agent).toMatchObject({ email: ines.email });
      expect(agent.userId).toMatch(/^api-agent:/);
      const key = api({ key: apiKey.key }, workspaceId);
      expect((await key.ok<Viewer>(VIEWER)).agentId).toBe(agent.id);

      await acceptInvitation({ token, person: ines.person });
      expect(await ines.api.ok<Viewer>(VIEWER)).toMatchObject({ userId: ines.userId, agentId: agent.id, name: "Desk" });
      expect(await agentsOf(ines.email)).toMatchObject([{ id: agent.id, userId: ines.userId }]);
      expect((await key.ok<Viewer>(VIEWER)).agentId).toBe(agent.id);
      expect(
        await database().auditEntry.findFirstOrThrow({ where: { action: "linkAgent", targetId: agent.id } }),
      ).toMatchObject({ before: { userId: agent.userId }, after: { userId: ines.userId } });
    },
  );

  test("made after they accepted: they have an agent, and one user has one", async () => {
    const ines = await person();
    await acceptInvitation({ token: (await invite(ines.email)).token, person: ines.person });
    expect(await workspace.api.refusal(CREATE_AGENT_WITH_KEY, { name: "Desk", email: ines.email })).toEqual({
      code: "CONFLICT",
      message: "This user has an agent in this workspace already",
      paths: [],
    });
  });

  test("made at the moment in which they accept: in whatever order, one agent is theirs", async () => {
    for (let round = 0; round < 5; round++) {
      const ines = await person();
      const { token } = await invite(ines.email);
      const [, made] = await Promise.all([
        acceptInvitation({ token, person: ines.person }),
        workspace.api.call(CREATE_AGENT_WITH_KEY, { name: "Desk", email: ines.email }),
      ]);
      const agents = await agentsOf(ines.email);
      expect(agents).toMatchObject([{ userId: ines.userId }]);
      expect(made.errors.length).toBe(agents[0]?.name === "Desk" ? 0 : 1);
    }
  });

  test("an agent of a real user, of a deleted agent, or of another workspace is not taken", async () => {
    const [ines, other, foreign] = [
      await person(),
      await createTestMember(workspaceId, "AGENT"),
      await createTestWorkspace(),
    ];
    await database().agent.update({
      where: { workspaceId_id: { workspaceId, id: other.agentId } },
      data: { email: ines.email },
    });
    const gone = await makeAgent(ines.email);
    await database().agent.updateMany({ where: { id: gone.agent.id }, data: { deletedAt: new Date() } });
    const elsewhere = await foreign.api.ok<Made>(CREATE_AGENT_WITH_KEY, { name: "Desk", email: ines.email });
    await acceptInvitation({ token: (await invite(ines.email)).token, person: ines.person });
    const { agentId } = await ines.api.ok<Viewer>(VIEWER);
    expect([other.agentId, gone.agent.id, elsewhere.agent.id]).not.toContain(agentId);
    expect((await agentsOf(ines.email)).map(({ userId }) => userId)).toEqual([
      other.userId,
      gone.agent.userId,
      ines.userId,
    ]);
  });

  test("a person who comes back gets the agent that was made for them meanwhile", async () => {
    const ines = await person();
    await acceptInvitation({ token: (await invite(ines.email)).token, person: ines.person });
    await workspace.api.ok(REMOVE, { userId: ines.userId });
    const { agent } = await makeAgent(ines.email);
    await acceptInvitation({ token: (await invite(ines.email)).token, person: ines.person });
    expect((await ines.api.ok<Viewer>(VIEWER)).agentId).toBe(agent.id);
  });
});

describe("opening the portal", () => {
  test("gives a member without an agent one, once, however often and at once it is asked", async () => {
    const ines = await person();
    await database().membership.create({ data: { workspaceId, userId: ines.userId, role: "AGENT" } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ines.api.ok<Viewer>(VIEWER)));
    const agents = await agentsOf(ines.email);
    expect(agents).toHaveLength(1);
    expect(new Set(answers.map(({ agentId }) => agentId))).toEqual(new Set([agents[0]?.id]));
  });

  test("makes none for somebody whose seat was taken after they were let in", async () => {
    const ines = await person();
    const ctx = testCtx(workspaceId, { kind: "user", ...ines.person, agentId: null, role: "AGENT" });
    await expect(enterWorkspace(ctx)).rejects.toMatchObject({ code: "FORBIDDEN_WORKSPACE" });
    await acceptInvitation({ token: (await invite(ines.email)).token, person: ines.person });
    await workspace.api.ok(REMOVE, { userId: ines.userId });
    await expect(enterWorkspace(ctx)).rejects.toMatchObject({ code: "FORBIDDEN_WORKSPACE" });
    expect((await agentsOf(ines.email)).filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
  });

  test("links an agent that createAgent made for them under an id of its own", async () => {
    const ines = await person();
    const { id } = await workspace.api.ok<{ id: string }>(CREATE_AGENT, {
      userId: "crm-4711",
      name: "Ines",
      email: ines.email,
    });
    await database().membership.create({ data: { workspaceId, userId: ines.userId, role: "AGENT" } });
    expect((await ines.api.ok<Viewer>(VIEWER)).agentId).toBe(id);
  });

  test("a person without a name is called by their e-mail", async () => {
    const ines = await person();
    await database().user.update({ where: { id: ines.userId }, data: { name: "", surname: null } });
    await acceptInvitation({ token: (await invite(ines.email)).token, person: ines.person });
    expect((await agentsOf(ines.email))[0]?.name).toBe(ines.email.split("@")[0]);
  });
});
