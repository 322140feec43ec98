import { request } from "node:http";
import { getIntrospectionQuery, Lexer, Source, TokenKind } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channelOf } from "../channels/registry.ts";
import { database } from "../db.ts";
import { openDoors, type Doors } from "../testing/doors.ts";
import { api } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { IntegrationType } from "../generated/prisma/enums.ts";

// The limits of both endpoints.
const ENDPOINTS = {
  "/core/gq": { name: "tags", type: "TagsInput" },
  "/bot/gq": { name: "ais", type: "AIsInput" },
} as const;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
/** The endpoints on node:http, as `npm start` serves them. */
let doors: Doors;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  doors = await openDoors();
});
afterAll(() => doors.close());

const KIB = 1024;
const TOO_DEEP = "A document may be 10 levels deep, a question about the schema 15";

describe.each(["/core/gq", "/bot/gq"] as const)("POST %s", (path) => {
  const { name, type: typeName } = ENDPOINTS[path];
  const list = `query ($input: ${typeName}!) { ${name}(input: $input) { nodes { id } } }`;
  const caller = () => api({ key: workspace.apiKey }, workspace.workspaceId, path);
  const variables = () => ({ input: { workspaceId: workspace.workspaceId } });

  describe("a body", () => {
    /** A request of exactly this many bytes. */
    function ofSize(bytes: number): string {
      const body = (padding: string) =>
        JSON.stringify({ query: list, variables: variables(), extensions: { padding } });
      return body("x".repeat(bytes - body("").length));
    }
    test("of 256 KiB is taken, one byte more is 413", async () => {
      expect((await caller().post(ofSize(256 * KIB))).errors).toEqual([]);
      const refused = await caller().post(ofSize(256 * KIB + 1));
      expect(refused.status).toBe(413);
      expect(refused.errors[0]?.extensions.code).toBe("BAD_INPUT");
    });

    test("counts as much when it comes in pieces, and nobody said how long it will be", async () => {
      const { port } = doors;
      const send = (text: string) =>
        new Promise<{ status: number | undefined; body: string }>((answered, failed) => {
          const headers = { "content-type": "application/json", authorization: workspace.apiKey };
          const sending = request({ port, path, method: "POST", headers }, (response) => {
            let body = "";
            response.on("data", (chunk) => (body += String(chunk)));
            response.on("end", () => answered({ status: response.statusCode, body }));
          });
          sending.on("error", failed);
          for (let at = 0; at < text.length; at += 50_000) sending.write(text.slice(at, at + 50_000));
          sending.end();
        });
      const taken = await send(ofSize(256 * KIB));
      expect([taken.status, taken.body]).toEqual([200, expect.stringContaining('"data"')]);
      const refused = await send(ofSize(256 * KIB + 1));
      expect([refused.status, refused.body]).toEqual([413, expect.stringContaining("BAD_INPUT")]);
    });

    test.each(["application/x-www-form-urlencoded", "multipart/form-data", "application/graphql", "text/plain", ""])(
      "of content-type %j is 415",
      async (type) => {
        expect((await caller().post({ query: list, variables: variables() }, { "content-type": type })).status).toBe(
          415,
        );
      },
    );

    test("of content-type application/json with a charset is taken", async () => {
      const headers = { "content-type": "application/json; charset=utf-8" };
      expect((await caller().post({ query: list, variables: variables() }, headers)).errors).toEqual([]);
    });

    test("that is a batch is refused", async () => {
      const { data, errors } = await caller().post([{ query: list, variables: variables() }]);
      expect(data).toBeNull();
      expect(errors.length).toBe(1);
    });

    test("with JSON nested 100,000 levels deep is BAD_INPUT, wherever it stands", async () => {
      const deep = "[".repeat(100_000) + "]".repeat(100_000);
      const inputs = {
        "an unknown field": `{"workspaceId":${workspace.workspaceId},"x":${deep}}`,
        workspaceId: `{"workspaceId":${deep}}`,
        "the whole input": deep,
      };
      for (const [place, input] of Object.entries(inputs)) {
        const { errors } = await caller().post(`{"query":${JSON.stringify(list)},"variables":{"input":${input}}}`);
        expect([place, errors[0]?.extensions.code]).toEqual([
          place,
          place === "the whole input" ? "MISSING_WORKSPACE_ID" : "BAD_INPUT",
        ]);
      }
    });
  });

  describe("a document", () => {
    test("may be 10 levels deep", async () => {
      const deep = (levels: number) => `{ ${"a { ".repeat(levels - 1)} a ${"} ".repeat(levels)}`;
      const answer = async (levels: number) => {
        const { errors } = await caller().post({ query: deep(levels), variables: variables() });
        return errors.map(({ message, extensions }) => [message, extensions.code]);
      };
      // No type is this deep. At 10 levels the unknown field is refused, at 11 the depth, which is checked before fields.
      expect(await answer(10)).toEqual([[expect.stringMatching(/^Cannot query field "a"/), "BAD_INPUT"]]);
      expect(await answer(11)).toEqual([[TOO_DEEP, "BAD_INPUT"]]);
    });

    test("that asks for the schema may be 15 levels deep: with a key or a session", async () => {
      const { token } = await createTestMember(workspace.workspaceId, "AGENT");
      const { workspaceId } = workspace;
      const ask = { ...variables(), name: "Query" };
      const ofType = (levels: number) => `${"ofType { ".repeat(levels)} name ${"} ".repeat(levels)}`;
      /** The last name is at depth `levels`. */
      const schema = (levels: number) =>
        `{ __schema { types { fields { args { type { ${ofType(levels - 6)} } } } } } }`;
      const type = (levels: number) =>
        `query ($name: String!) { __type(name: $name) { fields { args { type { ${ofType(levels - 5)} } } } } }`;
      const inFragments = (levels: number) =>
        `{ __schema { types { ...T } } } fragment T on __Type { fields { args { type { ...R } } } }
         fragment R on __Type { ${ofType(levels - 6)} }`;
      for (const credentials of [{ key: workspace.apiKey }, { token }]) {
        const by = api(credentials, workspaceId, path);
        const whole = getIntrospectionQuery({
          inputValueDeprecation: true,
          specifiedByUrl: true,
          directiveIsRepeatable: true,
        });
        expect((await by.post({ query: whole })).errors).toEqual([]);
        for (const document of [schema, type, inFragments]) {
          const answer = async (levels: number) =>
            (await by.post({ query: document(levels), variables: ask })).errors.map(({ message }) => message);
          expect(await answer(15)).toEqual([]);
          expect(await answer(16)).toEqual([TOO_DEEP]);
        }
      }
      const both = `query ($input: ${typeName}!) { ${name}(input: $input) { nodes { id } } ${schema(15).slice(1)}`;
      expect((await caller().post({ query: both, variables: variables() })).errors).toEqual([]);
    });

    test("may have 30 aliases", async () => {
      const many = (count: number) => {
        const fields = Array.from({ length: count }, (_, i) => `a${i}: ${name}(input: $input) { nodes { id } }`);
        return { query: `query ($input: ${typeName}!) { ${fields.join(" ")} }`, variables: variables() };
      };
      expect((await caller().post(many(30))).errors).toEqual([]);
      expect((await caller().post(many(31))).errors).toMatchObject([{ extensions: { code: "BAD_INPUT" } }]);
    });

    test("may have 2,000 tokens", async () => {
      const long = (ids: number) =>
        `query ($input: ${typeName}!) { ${name}(input: $input) { nodes { ${"id ".repeat(ids)} } } }`;
      const answer = async (tokens: number) => {
        const query = long(tokens - tokensIn(long(0)));
        expect(tokensIn(query)).toBe(tokens);
        const { errors } = await caller().post({ query, variables: variables() });
        return errors.map(({ message, extensions }) => [message, extensions.code]);
      };
      // GraphQL's own rules refuse to compare this many fields of one name, so another limit refuses first.
      expect(await answer(2_000)).toEqual([["Validation aborted.", "BAD_INPUT"]]);
      expect(await answer(2_001)).toEqual([["Syntax Error: Query validation error.", "BAD_INPUT"]]);
    });

    test("of fragments that spread one another twice each is read once", async () => {
      const last = 60;
      const chain = Array.from({ length: last }, (_, no) => `fragment f${no} on Query { ...f${no + 1} ...f${no + 1} }`);
      const fields = `fragment f${last} on Query { ${name}(input: $input) { nodes { id } } }`;
      const began = performance.now();
      const { errors } = await caller().post({
        query: `query ($input: ${typeName}!) { ...f0 } ${chain.join(" ")} ${fields}`,
        variables: variables(),
      });
      expect(errors).toEqual([]);
      expect(performance.now() - began).toBeLessThan(5_000);
    });

    test("tells nobody the schema who has no key and no session", async () => {
      const query = "{ __schema { types { name } } }";
      const open = await api(null, undefined, path).post({ query });
      expect(open.data).toBeNull();
      expect(open.errors).toMatchObject([{ message: "Invalid API key" }]);
      expect((await caller().post({ query })).data).toMatchObject({ __schema: { types: expect.any(Array) } });
    });

    test("with a mistyped field gets a suggestion", async () => {
      const query = list.replace("nodes", "node");
      const { errors } = await caller().post({ query, variables: variables() });
      expect(errors[0]?.message).toContain('Did you mean "nodes"?');
    });
  });
});

describe("JSON that an operation keeps", () => {
  test.each<[string, string, string]>([
    ["/core/gq", "mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { id } }", "properties"],
    [
      "/core/gq",
      "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId } }",
      "templateComponents",
    ],
    ["/bot/gq", "mutation ($input: AICreateInput!) { createAi(input: $input) { id } }", "integrationProperties"],
  ])("nested 30,000 levels deep is BAD_INPUT: %s %s", async (path, query, field) => {
    const { id: integrationId } = await createTestIntegration(workspace.workspaceId);
    const rest = query.includes("patchIntegration")
      ? { id: integrationId }
      : query.includes("createAi")
        ? { name: "Bot", type: "custom" }
        : { integrationId, phone: "+48600100200", templateName: "t" };
    const input = JSON.stringify({ workspaceId: workspace.workspaceId, ...rest }).slice(0, -1);
    for (const deep of ["[".repeat(30_000) + "]".repeat(30_000), '{"a":'.repeat(30_000) + "1" + "}".repeat(30_000)]) {
      const body = `{"query":${JSON.stringify(query)},"variables":{"input":${input},"${field}":${deep}}}}`;
      const { errors } = await api({ key: workspace.apiKey }, undefined, path as "/core/gq").post(body);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_INPUT", fields: [{ path: `input.${field}` }] } }]);
    }
  });
});

test("a REST body nested 30,000 levels deep is 422, wherever it goes", async () => {
  const { id } = await createTestIntegration(workspace.workspaceId);
  const deep = "[".repeat(30_000) + "]".repeat(30_000);
  const { port } = doors;
  const headers = {
    authorization: workspace.apiKey,
    "x-validate-token": "validate-me",
    "content-type": "application/json",
  };
  for (const path of ["/core/v1/messages", `/ext/v1/incoming/custom/${id}`, `/ext/v1/incoming/custom/${id}/status`]) {
    const body = `{"workspaceId":${workspace.workspaceId},"templateComponents":${deep},"clientInfo":${deep}}`;
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
    expect([path, status]).toEqual([path, 422]);
  }
});

describe("the text of a message", () => {
  const ADD = "mutation ($input: MessageInput!) { addMessage(input: $input) { messageId } }";
  const LIMITS: Record<IntegrationType, number> = {
    WHATSAPP: 4_096,
    WA_GATEWAY: 4_096,
    FACEBOOK: 2_000,
    INSTAGRAM: 1_000,
    TELEGRAM: 4_096,
    CUSTOM: 4_096,
    WEBCHAT: 4_096,
  };

  test.each(Object.values(IntegrationType))("may have as many characters as the channel takes: %s", async (type) => {
    const { workspaceId } = workspace;
    const data = { workspaceId, name: type, type, state: "active" as const, credentials: "" };
    const { id: integrationId } = await database().integration.create({ data });
    const { id: clientId } = await createTestClient(workspaceId);
    const conv = await createTestConv(workspaceId, { integrationId, clientId });
    const where = { workspaceId_id: { workspaceId, id: conv.id } };
    await database().conversation.update({ where, data: { lastClientMessageAt: new Date() } });
    const limit = LIMITS[type];
    const { maxTextLength, maxTextBytes } = channelOf(type);
    expect(maxTextLength).toBe(limit);
    // If the provider counts bytes, a letter outside ASCII takes two.
    const letter = maxTextBytes === null ? "é" : "e";
    const input = (content: string) => ({ integrationId, convId: conv.id, type: "text", content });
    expect((await workspace.api.call(ADD, input(letter.repeat(limit)))).errors).toEqual([]);
    expect(await workspace.api.refusal(ADD, input(letter.repeat(limit + 1)))).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.content"],
    });
  });

  test("of a client is taken whole, however long the body lets it be", async () => {
    const { id } = await createTestIntegration(workspace.workspaceId);
    const { status } = await customerSystem(id).send({ senderId: "m", type: "text", content: "x".repeat(200_000) });
    expect(status).toBe(200);
  });
});

function tokensIn(query: string): number {
  const lexer = new Lexer(new Source(query));
  let count = 0;
  while (lexer.advance().kind !== TokenKind.EOF) count++;
  return count;
}
