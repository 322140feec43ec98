import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { api } from "../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { generateKey } from "./key-format.ts";

type Workspace = Awaited<ReturnType<typeof createTestWorkspace>>;
let workspace: Workspace;
let other: Workspace;
let agent: Awaited<ReturnType<typeof createTestAgentKey>>;

const TAGS = "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }";
const GEN = "mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id key } }";
const DELETE = "mutation ($input: ApiKeyDeleteInput!) { deleteApiKey(input: $input) { id } }";

beforeAll(async () => {
  [workspace, other] = await Promise.all([createTestWorkspace(), createTestWorkspace()]);
  agent = await createTestAgentKey(workspace.workspaceId);
});

describe("credentials", () => {
  test("none, a made-up key, the key record's id: Invalid API key", async () => {
    const record = await database().apiKey.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    for (const credentials of [null, { key: generateKey() }, { key: record.id }, { key: "svck_nonsense" }]) {
      const answer = await api(credentials, workspace.workspaceId).call(TAGS);
      expect(answer.status).toBe(200);
      expect(answer.data).toBeNull();
      expect(answer.errors).toMatchObject([{ message: "Invalid API key", extensions: { code: "UNAUTHENTICATED" } }]);
    }
  });

  test("a bearer value that is no portal token, a key among them: Your token is invalid or expired", async () => {
    for (const token of [workspace.apiKey, "abc", ""]) {
      expect(await api({ token }, workspace.workspaceId).refusal(TAGS)).toEqual({
        code: "INVALID_TOKEN",
        message: "Your token is invalid or expired",
        paths: [],
      });
    }
  });

  test("a portal token holds until its session is revoked or has expired", async () => {
    const { token, sessionId } = await signInTestUser(workspace.userId);
    const portal = api({ token }, workspace.workspaceId);
    expect(await portal.ok(TAGS)).toEqual({ nodes: [] });
    await database().session.update({ where: { id: sessionId }, data: { revokedAt: new Date() } });
    expect((await portal.refusal(TAGS)).message).toBe("Your token is invalid or expired");

    const late = await signInTestUser(workspace.userId);
    await database().session.update({ where: { id: late.sessionId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await api({ token: late.token }, workspace.workspaceId).refusal(TAGS)).message).toBe(
      "Your token is invalid or expired",
    );
  });

  test("the portal's cookie is a session too, but not for a page of another site", async () => {
    const { token } = await signInTestUser(workspace.userId);
    const body = { query: TAGS, variables: { input: { workspaceId: workspace.workspaceId } } };
    const cookie = `next-auth.session-token=${token}`;
    const nobody = api(null);
    expect((await nobody.post(body, { cookie, origin: "http://localhost:3000" })).data).toEqual({
      tags: { nodes: [] },
    });
    const foreign = await nobody.post(body, { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" });
    expect(foreign.errors[0]?.extensions.code).toBe("FORBIDDEN_WORKSPACE");
  });

  test("a deleted key stops within a second", async () => {
    const made = await workspace.api.ok<{ id: string; key: string }>(GEN, { label: "Short-lived" });
    const mine = api({ key: made.key }, workspace.workspaceId);
    expect(await mine.ok(TAGS)).toEqual({ nodes: [] });
    await workspace.api.ok(DELETE, { id: made.id });
    await sleep(1_000);
    expect((await mine.refusal(TAGS)).message).toBe("Invalid API key");
  });

  test("the key of a deleted agent, and of a deleted workspace, is no key", async () => {
    const doomed = await createTestWorkspace();
    const { agentId, api: agentApi } = await createTestAgentKey(doomed.workspaceId);
    await database().agent.updateMany({ where: { id: agentId }, data: { deletedAt: new Date() } });
    expect((await agentApi.refusal(TAGS)).message).toBe("Invalid API key");
    await database().workspace.update({ where: { id: doomed.workspaceId }, data: { deletedAt: new Date() } });
    expect((await doomed.api.refusal(TAGS)).message).toBe("Invalid API key");
  });
});

describe("the workspace", () => {
  test("a missing workspaceId has its own message, never GraphQL's", async () => {
    for (const variables of [{ input: {} }, { input: { workspaceId: null } }, {}, undefined]) {
      const answer = await workspace.api.post({ query: TAGS, variables });
      expect(answer.errors).toMatchObject([
        {
          message: "Your request does not have workspaceId in GraphQL variables",
          extensions: { code: "MISSING_WORKSPACE_ID" },
        },
      ]);
    }
  });

  test("it is a JSON number, not a string", async () => {
    expect(await workspace.api.refusal(TAGS, { workspaceId: String(workspace.workspaceId) })).toEqual({
      code: "BAD_INPUT",
      message: "workspaceId must be a JSON number",
      paths: ["input.workspaceId"],
    });
  });

  test("another workspace's, one that does not exist and numbers that none can have are refused alike", async () => {
    const { token } = await createTestMember(workspace.workspaceId, "ADMIN");
    for (const caller of [workspace.api, agent.api, api({ token })]) {
      for (const workspaceId of [other.workspaceId, 999_999_999, 0, -1, 1.5, 2 ** 40]) {
        expect(await caller.refusal(TAGS, { workspaceId })).toEqual({
          code: "FORBIDDEN_WORKSPACE",
          message: "You do not have permission to access this resource using that API key",
          paths: [],
        });
      }
    }
  });

  test("a literal, a second variable or an alias reaches no other workspace", async () => {
    const { tags: mine } = (
      await workspace.api.post({
        query: `mutation ($input: TagCreateInput!) { tags: createTag(input: $input) { id } }`,
        variables: { input: { workspaceId: workspace.workspaceId, type: "client", tag: "mine" } },
      })
    ).data as unknown as { tags: { id: string } };
    expect(mine.id).toBeTruthy();
    const input = { workspaceId: other.workspaceId };
    const literal = `{ tags(input: { workspaceId: ${workspace.workspaceId} }) { nodes { tag } } }`;
    const inlined = await other.api.post({ query: literal, variables: { input } });
    expect(inlined.data).toBeNull();
    expect(inlined.errors[0]?.message).toBe("You do not have permission to access this resource using that API key");

    const second = await other.api.post({
      query: `query ($input: TagsInput!, $more: TagsInput!) { tags(input: $input) { nodes { tag } } theirs: tags(input: $more) { nodes { tag } } }`,
      variables: { input, more: { workspaceId: workspace.workspaceId } },
    });
    expect(second.errors[0]?.message).toBe("You do not have permission to access this resource using that API key");
    expect(JSON.stringify(second.data)).not.toContain("mine");

    const sneaked = await other.api.post({
      query: `query ($input: TagsInput!, $w: Int!) { tags(input: $input) { nodes { tag } } ...F } fragment F on Query { again: tags(input: {workspaceId: $w}) { nodes { tag } } }`,
      variables: { input, w: workspace.workspaceId },
    });
    expect(sneaked.errors[0]?.message).toBe("You do not have permission to access this resource using that API key");
    expect(JSON.stringify(sneaked.data)).not.toContain("mine");
  });
});

describe("order of checks", () => {
  test("credentials → workspaceId → workspace → role → input", async () => {
    const broken = { label: 5, agentId: {} };
    expect((await api(null).refusal(GEN, broken)).message).toBe("Invalid API key");
    expect((await api({ key: agent.key }).refusal(GEN, broken)).message).toBe(
      "Your request does not have workspaceId in GraphQL variables",
    );
    expect((await agent.api.refusal(GEN, { ...broken, workspaceId: other.workspaceId })).message).toBe(
      "You do not have permission to access this resource using that API key",
    );
    expect(await agent.api.refusal(GEN, broken)).toEqual({
      code: "FORBIDDEN_ROLE",
      message: "You do not have permission to access this resource with your current role assignment",
      paths: [],
    });
    expect((await workspace.api.refusal(GEN, broken)).code).toBe("BAD_INPUT");
  });

  test("the role is asked before the input, through fragments too", async () => {
    const query = `mutation ($input: ApiKeyGenInput!) { ...F } fragment F on Mutation { genApiKey(input: $input) { id } }`;
    expect((await agent.api.refusal(query, {})).code).toBe("FORBIDDEN_ROLE");
  });

  test("a NUL character is the caller's mistake, not ours", async () => {
    expect(await workspace.api.refusal(GEN, { label: "a\0b" })).toEqual({
      code: "BAD_INPUT",
      message: "A text may not contain the NUL character",
      paths: ["input.label"],
    });
  });
});

describe("the envelope", () => {
  test("introspection works with a key and no workspaceId", async () => {
    const answer = await workspace.api.post({ query: "{ __schema { queryType { name } } }" });
    expect(answer.data).toEqual({ __schema: { queryType: { name: "Query" } } });
    expect((await api(null).post({ query: "{ __schema { queryType { name } } }" })).errors[0]?.message).toBe(
      "Invalid API key",
    );
  });

  test("200 for application/json, the error's own status for application/graphql-response+json", async () => {
    const accept = "application/graphql-response+json";
    const body = { query: GEN, variables: { input: { workspaceId: workspace.workspaceId, label: "x" } } };
    expect((await api({ key: agent.key }).post(body)).status).toBe(200);
    expect((await api({ key: agent.key }).post(body, { accept })).status).toBe(403);
    expect((await api(null).post(body, { accept })).status).toBe(401);
  });

  test("forms, batches and documents beyond the limits are refused", async () => {
    const { api: caller, workspaceId } = workspace;
    expect(
      (await caller.post("query=%7B__typename%7D", { "content-type": "application/x-www-form-urlencoded" })).status,
    ).toBe(415);
    expect((await caller.post([{ query: TAGS }, { query: TAGS }])).errors.length).toBeGreaterThan(0);
    const aliases = Array.from({ length: 31 }, (_, i) => `a${i}: tags(input: $input) { nodes { id } }`).join(" ");
    const many = await caller.post({
      query: `query ($input: TagsInput!) { ${aliases} }`,
      variables: { input: { workspaceId } },
    });
    expect(many.errors[0]?.extensions.code).toBe("BAD_INPUT");
  });
});
