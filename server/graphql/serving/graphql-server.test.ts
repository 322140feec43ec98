import { createServer, request as nodeRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { GraphQLError } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { quote } from "../../say.ts";
import { createTestAgentKey, createTestWorkspace, signInTestUser } from "../../testing/factories.ts";
import { answerNode } from "../../http/door.ts";
import { createBuilder } from "../builder.ts";
import { createGraphqlServer, type GraphqlServer } from "./graphql-server.ts";

/**
 * One suite on node:http and through Fetch, with and without a content-length. All ways must respond alike: status, relevant
 * headers and body.
 */

type Sent = { headers?: Record<string, string>; body: string };
type Got = { status: number; type: string | null; retryAfter: string | null; allow: string | null; body: string };

const PATH = "/try/gq";
let server: GraphqlServer;
let seen: { idempotencyKey: string | null; aborted: boolean }[] = [];
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let agentKey: string;
let cookie: string;
const door = createServer((request, response) => void answerNode(server.door.spec, request, response, {}));

beforeAll(async () => {
  server = createGraphqlServer(triedSchema());
  workspace = await createTestWorkspace();
  agentKey = (await createTestAgentKey(workspace.workspaceId)).key;
  cookie = `next-auth.session-token=${(await signInTestUser(workspace.userId)).token}`;
  await new Promise<void>((ready) => door.listen(0, "127.0.0.1", ready));
});
afterAll(() => door.close());

/** Fields with every possible outcome. */
function triedSchema() {
  const builder = createBuilder();
  const Input = builder.inputType("TryInput", {
    fields: (t) => ({ workspaceId: t.int({ required: true }), times: t.int() }),
  });
  builder.queryFields((t) => ({
    hello: t.string({
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_, { input }, { ctx, idempotencyKey, signal }) => {
        seen.push({ idempotencyKey, aborted: signal().aborted });
        return `${ctx.workspaceId} ${ctx.actor.kind} ä€😀 `.repeat(input.times ?? 1);
      },
    }),
    refused: t.string({
      nullable: true,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: () => {
        throw new AppError("CONFLICT", quote("That is taken"));
      },
    }),
    slower: t.string({
      nullable: true,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: () => {
        throw new AppError("RATE_LIMITED", quote("Too many"), { retryAfterSeconds: 7 });
      },
    }),
    broken: t.string({
      nullable: true,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: () => {
        throw new Error("the secret detail");
      },
    }),
    away: t.string({
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: () => {
        throw new Error("timeout exceeded when trying to connect");
      },
    }),
    brokenWhole: t.string({
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: () => {
        throw new GraphQLError("GraphQL's own");
      },
    }),
    managed: t.string({
      args: { input: t.arg({ type: Input, required: true }) },
      extensions: { permission: "MANAGE_WORKSPACE" },
      resolve: () => "managed",
    }),
  }));
  builder.mutationFields((t) => ({
    change: t.string({
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: () => "changed",
    }),
  }));
  return builder.toSchema();
}

/** A request through node:http, with its length declared or in chunks of undeclared length. */
function onNode({ headers, body }: Sent, isLengthSaid: boolean): Promise<Got> {
  const { port } = door.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sending = nodeRequest({ port, path: PATH, method: "POST", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const header = (name: string) => (response.headers[name] as string | undefined) ?? null;
        resolve({
          status: response.statusCode ?? 0,
          type: header("content-type"),
          retryAfter: header("retry-after"),
          allow: header("allow"),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    sending.on("error", reject);
    if (isLengthSaid) sending.setHeader("content-length", Buffer.byteLength(body));
    else sending.setHeader("transfer-encoding", "chunked");
    sending.end(body);
  });
}

async function throughFetch({ headers, body }: Sent, isLengthSaid: boolean): Promise<Got> {
  const length: Record<string, string> = isLengthSaid ? { "content-length": String(Buffer.byteLength(body)) } : {};
  const all = { ...headers, ...length };
  const response = await server.door(new Request(`http://localhost${PATH}`, { method: "POST", headers: all, body }));
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    retryAfter: response.headers.get("retry-after"),
    allow: response.headers.get("allow"),
    body: await response.text(),
  };
}

const WAYS: [string, (sent: Sent) => Promise<Got>][] = [
  ["node:http", (sent) => onNode(sent, true)],
  ["node:http in pieces", (sent) => onNode(sent, false)],
  ["Fetch", (sent) => throughFetch(sent, true)],
  ["Fetch, length unsaid", (sent) => throughFetch(sent, false)],
];

/** IDs of unexpected errors differ each time. */
function withoutIds(got: Got): Got {
  return { ...got, body: got.body.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID") };
}

type Json = { data?: unknown; errors?: { message: string; extensions: { code: string } }[] };

/** Sends the request in all ways, asserts that all responses are equal, and returns one. */
async function everyWay(sent: Sent): Promise<Got & { json: Json }> {
  const answers: [string, Got & { json: Json }][] = [];
  for (const [name, send] of WAYS) {
    const got = withoutIds(await send(sent));
    answers.push([name, { ...got, json: got.type?.includes("json") ? (JSON.parse(got.body) as Json) : {} }]);
  }
  const [first, ...rest] = answers.map(([, answer]) => answer);
  if (!first) throw new Error("no way was tried");
  for (const [index, { body, json, ...answer }] of rest.entries()) {
    const { body: text, json: expected, ...head } = first;
    // A cached refusal has its keys in a different order, so compare errors as JSON.
    const same = expected.errors ? [json, answer] : [body, answer];
    expect([WAYS[index + 1]?.[0], ...same]).toEqual([WAYS[index + 1]?.[0], expected.errors ? expected : text, head]);
  }
  return first;
}

function asking(
  query: string | null,
  more: {
    variables?: unknown;
    operationName?: unknown;
    accept?: string | null;
    key?: string | null;
    headers?: Record<string, string>;
  } = {},
): Sent {
  const { accept = "application/json", key = workspace.apiKey, headers, ...rest } = more;
  const variables = "variables" in more ? more.variables : { input: { workspaceId: workspace.workspaceId } };
  return {
    headers: {
      "content-type": "application/json",
      ...(accept === null ? {} : { accept }),
      ...(key === null ? {} : { authorization: key }),
      ...headers,
    },
    body: JSON.stringify({ ...(query === null ? {} : { query }), ...rest, variables }),
  };
}

const costing = (asked: number) => ({ extensions: { cost: { asked, limit: 20_000 } } });
const HELLO = "query Hello($input: TryInput!) { hello(input: $input) }";
const field = (name: string) => `query ($input: TryInput!) { ${name}(input: $input) }`;

describe.each(["application/json", "application/graphql-response+json", "*/*", null])("accept: %s", (accept) => {
  const isStrict = accept === "application/graphql-response+json";
  const status = (strict: number) => (isStrict ? strict : 200);

  test("an answer", async () => {
    const got = await everyWay(asking(HELLO, { accept }));
    expect(got.status).toBe(200);
    expect(got.type).toBe(`${isStrict ? accept : "application/json"}; charset=utf-8`);
    expect(got.json).toEqual({ data: { hello: `${workspace.workspaceId} workspaceKey ä€😀 ` }, ...costing(1) });
  });

  test("a refusal of a verb keeps its code, an unexpected error its secret", async () => {
    const refused = await everyWay(asking(field("refused"), { accept }));
    expect([refused.status, refused.json.data]).toEqual([status(409), { refused: null }]);
    expect(refused.json.errors).toMatchObject([{ message: "That is taken", extensions: { code: "CONFLICT" } }]);
    const broken = await everyWay(asking(field("broken"), { accept }));
    expect([broken.status, broken.json.errors?.[0]?.extensions.code]).toEqual([status(500), "INTERNAL"]);
    expect(broken.body).not.toContain("secret");
    const whole = await everyWay(asking(field("brokenWhole"), { accept }));
    expect(whole.json.errors?.[0]?.extensions.code).toBe("BAD_INPUT");
  });

  test("a wait is said in a header", async () => {
    const got = await everyWay(asking(field("slower"), { accept }));
    expect([got.status, got.retryAfter]).toEqual([status(429), "7"]);
  });

  test("a database that is away is a 503 whatever is accepted, and says when to come back", async () => {
    const got = await everyWay(asking(field("away"), { accept }));
    expect([got.status, got.retryAfter]).toEqual([503, "5"]);
    expect(got.json.errors?.[0]?.extensions.code).toBe("UNAVAILABLE");
  });

  test("no credentials, a wrong key, another workspace, none, a string, a role that may not", async () => {
    const codes = async (sent: Sent) => {
      const { status: answered, json } = await everyWay(sent);
      return [answered, json.errors?.[0]?.extensions.code];
    };
    expect(await codes(asking(HELLO, { accept, key: null }))).toEqual([status(401), "UNAUTHENTICATED"]);
    expect(await codes(asking(HELLO, { accept, key: "Bearer no" }))).toEqual([status(401), "INVALID_TOKEN"]);
    const input = (workspaceId: unknown) => ({ variables: { input: { workspaceId } }, accept });
    expect(await codes(asking(HELLO, input(999_999_999)))).toEqual([status(403), "FORBIDDEN_WORKSPACE"]);
    expect(await codes(asking(HELLO, input("1")))).toEqual([status(422), "BAD_INPUT"]);
    for (const variables of [undefined, null, {}, { input: null }, { input: {} }]) {
      expect(await codes(asking(HELLO, { accept, variables }))).toEqual([status(400), "MISSING_WORKSPACE_ID"]);
    }
    expect(await codes(asking(field("managed"), { accept, key: agentKey }))).toEqual([status(403), "FORBIDDEN_ROLE"]);
  });

  test("what GraphQL finds: syntax, an unknown field, a variable of the wrong type, an unknown operation", async () => {
    for (const sent of [
      asking("query {", { accept }),
      asking(field("nothing"), { accept }),
      asking(HELLO, { accept, variables: { input: { workspaceId: workspace.workspaceId, times: "x" } } }),
      asking(HELLO, { accept, operationName: "Other" }),
      asking(`${HELLO} query Second($input: TryInput!) { hello(input: $input) }`, { accept }),
      asking("subscription ($input: TryInput!) { hello(input: $input) }", { accept }),
      asking("", { accept }),
    ]) {
      const got = await everyWay(sent);
      expect([sent.body, got.json.errors?.[0]?.extensions.code]).toEqual([sent.body, "BAD_INPUT"]);
    }
  });

  test("bodies that are no request of GraphQL", async () => {
    const headers = asking(HELLO, { accept }).headers ?? {};
    const valid = JSON.parse(asking(HELLO).body) as Record<string, unknown>;
    for (const body of [
      "",
      "{",
      "null",
      "1",
      '"text"',
      "[]",
      JSON.stringify([valid]),
      `\uFEFF${JSON.stringify(valid)}`,
      JSON.stringify({ ...valid, query: 1 }),
      JSON.stringify({ ...valid, query: undefined }),
      JSON.stringify({ ...valid, variables: [] }),
      JSON.stringify({ ...valid, variables: "x" }),
      JSON.stringify({ ...valid, operationName: 7 }),
      JSON.stringify({ ...valid, extensions: "x" }),
      JSON.stringify({ ...valid, id: "more" }),
    ]) {
      const got = await everyWay({ headers, body });
      expect([body, got.json.data ?? null]).toEqual([body, null]);
    }
    // null members count as left out.
    const body = JSON.stringify({ ...valid, id: null, extensions: null, operationName: null });
    expect((await everyWay({ headers, body })).json.errors ?? []).toEqual([]);
  });
});

describe("the ways", () => {
  test("take the named operation, mutations, and introspection without a workspace", async () => {
    const two = `${HELLO} mutation Change($input: TryInput!) { change(input: $input) }`;
    expect((await everyWay(asking(two, { operationName: "Change" }))).json).toEqual({
      data: { change: "changed" },
      ...costing(1),
    });
    expect((await everyWay(asking("{ __typename }", { variables: {} }))).json).toEqual({
      data: { __typename: "Query" },
      ...costing(0),
    });
    const mixed = await everyWay(
      asking("{ __typename ...F } fragment F on Query { hello(input: {workspaceId: 1}) }", { variables: {} }),
    );
    expect(mixed.json.errors?.[0]?.extensions.code).toBe("MISSING_WORKSPACE_ID");
  });

  test("weigh other media types alike, and refuse those that are none of ours", async () => {
    for (const accept of [
      "application/json, text/plain, */*",
      "application/graphql-response+json,application/json;q=0.9",
      "text/html",
      "text/event-stream",
      "multipart/mixed",
    ]) {
      await everyWay(asking(HELLO, { accept }));
      await everyWay(asking(field("refused"), { accept }));
    }
    for (const type of [
      "application/json; charset=utf-8",
      "application/json;charset=utf-8",
      "application/json; charset=latin1",
      "application/graphql",
      "text/plain",
    ]) {
      await everyWay(asking(HELLO, { headers: { "content-type": type } }));
    }
  });

  test("hand the key of repetition on, and letters of every width", async () => {
    seen = [];
    const variables = { input: { workspaceId: workspace.workspaceId, times: 3_000 } };
    await everyWay(asking(HELLO, { variables, headers: { "idempotency-key": "mine" } }));
    expect(seen).toEqual(WAYS.map(() => ({ idempotencyKey: "mine", aborted: false })));
  });

  test("know a signed-in person by their cookie, and pages of other sites", async () => {
    const mine = await everyWay(asking(HELLO, { key: null, headers: { cookie } }));
    expect(mine.json).toEqual({ data: { hello: `${workspace.workspaceId} user ä€😀 ` }, ...costing(1) });
    const foreign = { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const refused = await everyWay(asking(HELLO, { key: null, headers: foreign }));
    expect(refused.json.errors?.[0]?.extensions.code).toBe("FORBIDDEN_WORKSPACE");
    await database().session.updateMany({ where: { userId: workspace.userId }, data: { revokedAt: new Date() } });
    const out = await everyWay(asking(HELLO, { key: null, headers: { cookie } }));
    expect(out.json.errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
  });
});
