import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessionCookieName } from "../auth/session.ts";
import { createTestAgentKey, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { modernCaller, olderCaller } from "../testing/mcp.ts";

type Headers = Record<string, string>;
type Message = {
  jsonrpc: string;
  id?: number | null;
  error?: { code: number; message: string; data?: unknown };
  result?: unknown;
};

let doors: Doors;
let key: string;
let workspaceId: number;
let credentials: Headers;
beforeAll(async () => {
  doors = await openDoors();
  const workspace = await createTestWorkspace();
  key = workspace.apiKey;
  workspaceId = workspace.workspaceId;
  credentials = { authorization: key, "x-workspace-id": String(workspaceId) };
});
afterAll(() => doors.close());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

/** One request as a client from before 2026-07-28 sends it. Reads a stream to its end. */
async function post(headers: Headers, body: unknown = LIST) {
  const response = await fetch(doors.mcp, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const parts = text.startsWith("{") ? [text] : [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data ?? "");
  return {
    status: response.status,
    headers: response.headers,
    messages: parts.map((part) => JSON.parse(part) as Message),
  };
}

function refusal(status: number, code: string, message: string) {
  return { status, messages: [{ jsonrpc: "2.0", id: null, error: { code: -32_000, message, data: { code } } }] };
}

describe("who is let in", () => {
  test("a key, raw or after Bearer, with its workspace", async () => {
    expect(await post(credentials)).toMatchObject({
      status: 200,
      messages: [{ id: 1, result: { tools: expect.any(Array) } }],
    });
    const bearer = { authorization: `Bearer ${key}`, "x-workspace-id": String(workspaceId) };
    expect(await post(bearer)).toMatchObject({ status: 200 });
    for (const connect of [modernCaller, olderCaller]) {
      const caller = await connect(doors.mcp, bearer);
      expect(await caller.ok("list_conversations")).toMatchObject({ nodes: [] });
      await caller.close();
    }
  });

  test("not without a key, nor with one that never was", async () => {
    const invalid = refusal(401, "UNAUTHENTICATED", "Invalid API key");
    const workspace = { "x-workspace-id": String(workspaceId) };
    expect(await post(workspace)).toMatchObject(invalid);
    expect(await post({ ...workspace, authorization: `svck_${"x".repeat(40)}` })).toMatchObject(invalid);
    expect(await post({ ...workspace, authorization: `${key.slice(0, -1)}!` })).toMatchObject(invalid);
    const refused = await post({ ...workspace, authorization: "Bearer nonsense" });
    expect(refused).toMatchObject(refusal(401, "INVALID_TOKEN", "Your token is invalid or expired"));
    expect(refused.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("not with the portal's sign-in, as a token or as a cookie", async () => {
    const { token } = await createTestMember(workspaceId, "ADMIN");
    const invalid = refusal(401, "UNAUTHENTICATED", "Invalid API key");
    const workspace = { "x-workspace-id": String(workspaceId) };
    expect(await post({ ...workspace, authorization: `Bearer ${token}` })).toMatchObject(invalid);
    expect(await post({ ...workspace, cookie: `${sessionCookieName()}=${token}` })).toMatchObject(invalid);
  });

  test("only with the key's own workspace", async () => {
    const other = await createTestWorkspace();
    const missing = "Your request does not have workspaceId in the header x-workspace-id";
    expect(await post({ authorization: key })).toMatchObject(refusal(400, "MISSING_WORKSPACE_ID", missing));
    expect(await post({ authorization: key, "x-workspace-id": " " })).toMatchObject({ status: 400 });
    expect(await post({ authorization: key, "x-workspace-id": "one" })).toMatchObject(
      refusal(422, "BAD_INPUT", "The header x-workspace-id must be a whole number"),
    );
    const foreign = refusal(
      403,
      "FORBIDDEN_WORKSPACE",
      "You do not have permission to access this resource using that API key",
    );
    const agent = await createTestAgentKey(other.workspaceId);
    for (const authorization of [other.apiKey, agent.key, `Bearer ${other.apiKey}`]) {
      expect(await post({ authorization, "x-workspace-id": String(workspaceId) })).toMatchObject(foreign);
    }
    expect(await post({ authorization: key, "x-workspace-id": "999999999999999" })).toMatchObject(foreign);
  });

  test("no page of another site, whatever it knows; our own may, and who is no page", async () => {
    const foreign = [
      "https://evil.example",
      "http://localhost.evil.example:3000",
      "http://localhost:3001",
      "https://localhost:3000",
      "null",
    ];
    for (const origin of foreign) {
      expect(await post({ ...credentials, origin })).toMatchObject({ status: 403 });
      // DNS rebinding: the page's own name resolves to this server, so the browser treats it as the page's site.
      expect(await post({ ...credentials, origin, host: URL.parse(origin)?.host ?? "evil.example" })).toMatchObject({
        status: 403,
      });
    }
    expect(await post({ ...credentials, origin: "http://localhost:3000" })).toMatchObject({ status: 200 });
  });
});

describe("the transport", () => {
  test("holds no session: nothing to resume, nothing to end, no id given out", async () => {
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    };
    const { status, headers, messages } = await post(credentials, initialize);
    expect({ status, messages }).toMatchObject({
      status: 200,
      messages: [
        {
          result: {
            protocolVersion: "2025-06-18",
            serverInfo: { name: "omnichannel" },
            instructions: expect.any(String),
          },
        },
      ],
    });
    expect(headers.get("mcp-session-id")).toBeNull();
    for (const method of ["GET", "DELETE"]) {
      const headers = { ...credentials, accept: "text/event-stream" };
      expect((await fetch(doors.mcp, { method, headers })).status).toBe(405);
    }
    // A session id from elsewhere has no effect. Only the key identifies the caller.
    expect(await post({ ...credentials, "mcp-session-id": "made-up" })).toMatchObject({ status: 200 });
    expect(await post({ "x-workspace-id": String(workspaceId), "mcp-session-id": "made-up" })).toMatchObject({
      status: 401,
    });
  });

  test("refuses other media types, bodies that are no JSON, and more than 256 KiB", async () => {
    expect(await post({ ...credentials, "content-type": "text/plain" })).toMatchObject({ status: 415 });
    expect(await post(credentials, "{oops")).toMatchObject({ status: 400, messages: [{ error: { code: -32_700 } }] });
    const note = { name: "add_note", arguments: { content: "x".repeat(256 * 1024) } };
    expect(await post(credentials, { ...LIST, method: "tools/call", params: note })).toMatchObject({ status: 413 });
  });

  test("answers every call of a batch (2025-03-26) under its own id", async () => {
    const call = (id: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "list_conversations", arguments: {} },
    });
    const { status, messages } = await post(credentials, [call(7), call(8), { ...LIST, id: 9 }]);
    expect(status).toBe(200);
    expect(
      messages
        .flat()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([7, 8, 9]);
  });

  test("keeps no stream open for changes that never come", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const listen = {
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    };
    const headers = { ...credentials, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" };
    const { status, messages } = await post(headers, listen);
    expect(status).toBe(200);
    expect(messages.at(-1)).toMatchObject({ id: 1, result: { resultType: "complete" } });
  });
});
