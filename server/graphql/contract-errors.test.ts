import { beforeAll, describe, expect, test } from "vitest";
import { generateKey } from "../auth/key-format.ts";
import { database } from "../db.ts";
import { api, type Credentials } from "../testing/api.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";

// contract.md, Errors and the GraphQL envelope, on both endpoints. The error texts are repeated here byte for byte.
const ENDPOINTS = {
  "/core/gq": {
    list: "query ($input: TagsInput!) { tags(input: $input) { nodes { id } } }",
    manage: "mutation ($input: WebhookDeleteInput!) { deleteWebhook(input: $input) { id } }",
  },
  "/bot/gq": {
    list: "query ($input: AIsInput!) { ais(input: $input) { nodes { id } pageInfo { hasNextPage endCursor count } } }",
    manage: "mutation ($input: AIDeleteInput!) { deleteAi(input: $input) { id } }",
  },
} as const;
type Path = keyof typeof ENDPOINTS;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let foreign: Awaited<ReturnType<typeof createTestWorkspace>>;
let agent: Awaited<ReturnType<typeof createTestAgentKey>>;

beforeAll(async () => {
  [workspace, foreign] = [await createTestWorkspace(), await createTestWorkspace()];
  agent = await createTestAgentKey(workspace.workspaceId);
});

const anId = "01a1fd5c-0000-7000-8000-000000000000";

describe.each(["/core/gq", "/bot/gq"] as const)("POST %s", (path: Path) => {
  const { list, manage } = ENDPOINTS[path];
  const refused = async (credentials: Credentials, query: string, variables: unknown) => {
    const { data, errors } = await api(credentials, undefined, path).post({ query, variables });
    expect(data).toBeNull();
    return errors;
  };
  const input = (more: object = {}) => ({ input: { workspaceId: workspace.workspaceId, ...more } });
  const key = () => ({ key: workspace.apiKey });

  test("Your request does not have workspaceId in GraphQL variables", async () => {
    for (const variables of [undefined, {}, { input: null }, { input: {} }, { input: { workspaceId: null } }]) {
      expect(await refused(key(), list, variables)).toEqual([
        {
          message: "Your request does not have workspaceId in GraphQL variables",
          extensions: {
            code: "MISSING_WORKSPACE_ID",
            wording: { code: "service.missingWorkspaceId", params: {} },
          },
        },
      ]);
    }
  });

  test("an input that does not arrive as the variable input gets a hint", async () => {
    const { workspaceId } = workspace;
    const hints = async (query: string, variables?: object) => (await refused(key(), query, variables))[0]?.extensions;
    expect(await hints(list, { params: { workspaceId } })).toMatchObject({
      code: "MISSING_WORKSPACE_ID",
      hint: "Call the variable input. This request calls it params",
    });
    expect(await hints("{ tags(input: { workspaceId: 1 }) { nodes { id } } }")).toMatchObject({
      hint: "Send the input as the variable input, not in the document",
    });
    expect(await hints(list, {})).not.toHaveProperty("hint");
  });

  test("Invalid API key", async () => {
    const record = await database().apiKey.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
    const revoked = await createTestAgentKey(workspace.workspaceId);
    await database().apiKey.updateMany({ where: { id: revoked.keyId }, data: { deletedAt: new Date() } });
    for (const wrong of [generateKey(), revoked.key, record.id, "svck_", "x"]) {
      expect(await refused({ key: wrong }, list, input())).toEqual([
        {
          message: "Invalid API key",
          extensions: { code: "UNAUTHENTICATED", wording: { code: "service.invalidApiKey", params: {} } },
        },
      ]);
    }
    expect(await refused(null, list, input())).toMatchObject([{ message: "Invalid API key" }]);
  });

  test("You do not have permission to access this resource using that API key", async () => {
    const owner = await signInTestUser(workspace.userId);
    for (const credentials of [{ key: foreign.apiKey }, await foreignSession()])
      expect(await refused(credentials, list, input())).toEqual([
        {
          message: "You do not have permission to access this resource using that API key",
          extensions: { code: "FORBIDDEN_WORKSPACE", wording: { code: "refusal.workspace", params: {} } },
        },
      ]);
    expect((await api({ token: owner.token }, workspace.workspaceId, path).call(list)).errors).toEqual([]);
  });

  test("Your token is invalid or expired", async () => {
    for (const token of [workspace.apiKey, "no token", ""]) {
      expect(await refused({ token }, list, input())).toEqual([
        {
          message: "Your token is invalid or expired",
          extensions: {
            code: "INVALID_TOKEN",
            wording: { code: "refusal.session", params: {} },
            ...(token === workspace.apiKey && { hint: "This is an API key: send it without Bearer" }),
          },
        },
      ]);
    }
  });

  test("You do not have permission to access this resource with your current role assignment", async () => {
    const { token } = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    for (const credentials of [{ key: agent.key }, { token }]) {
      expect(await refused(credentials, manage, input({ id: anId }))).toEqual([
        {
          message: "You do not have permission to access this resource with your current role assignment",
          extensions: { code: "FORBIDDEN_ROLE", wording: { code: "refusal.role", params: {} } },
        },
      ]);
    }
    expect(await refused(key(), manage, input({ id: anId }))).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
  });

  test("workspaceId is a JSON number, not a string", async () => {
    expect(await refused(key(), list, { input: { workspaceId: String(workspace.workspaceId) } })).toMatchObject([
      {
        message: "workspaceId must be a JSON number",
        extensions: {
          code: "BAD_INPUT",
          fields: [{ path: "input.workspaceId", message: "workspaceId must be a JSON number, not a string" }],
        },
      },
    ]);
  });

  test("a POST of query, variables and optionally operationName", async () => {
    const caller = api(key(), undefined, path);
    const name = list.includes("tags") ? "tags" : "ais";
    const both = `${list.replace("query", "query One")} ${list.replace("query", "query Two").replace(`${name}(`, `two: ${name}(`)}`;
    const variables = input();
    expect(Object.keys((await caller.post({ query: list, variables })).data ?? {})).toEqual([name]);
    const two = await caller.post({ query: both, variables, operationName: "Two" });
    expect(Object.keys(two.data ?? {})).toEqual(["two"]);
    expect((await caller.post({ query: both, variables })).errors[0]?.extensions.code).toBe("BAD_INPUT");
  });

  test("content-type and the raw key as authorization are all the headers that it takes", async () => {
    const { status, data, errors } = await api(key(), undefined, path).post({ query: list, variables: input() });
    expect([status, errors]).toEqual([200, []]);
    expect(Object.values(data ?? {})).toEqual([expect.objectContaining({ nodes: [] })]);
    const plain = { "content-type": "text/plain" };
    expect((await api(key(), undefined, path).post({ query: list, variables: input() }, plain)).status).toBe(415);
  });
});

test("Target agent does not exist: missing, deleted, in another workspace", async () => {
  const deleted = await createTestAgentKey(workspace.workspaceId);
  await database().agent.updateMany({ where: { id: deleted.agentId }, data: { deletedAt: new Date() } });
  const { agentId: elsewhere } = await createTestAgentKey(foreign.workspaceId);
  for (const agentId of [anId, deleted.agentId, elsewhere]) {
    const { errors } = await workspace.api.call(
      "mutation ($input: ApiKeyGenInput!) { genApiKey(input: $input) { id } }",
      { label: "Bridge", agentId },
    );
    expect(errors).toMatchObject([{ message: "Target agent does not exist", extensions: { code: "NOT_FOUND" } }]);
  }
});

async function foreignSession(): Promise<{ token: string }> {
  return { token: (await signInTestUser(foreign.userId)).token };
}
