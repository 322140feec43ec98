import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as db from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";

let workspaceId: number;
let integrationId: string;
let api: Awaited<ReturnType<typeof createTestWorkspace>>["api"];

beforeAll(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
});

const good = { senderId: "maria", content: "Hello", type: "text" };
const rows = () => db.database().message.count({ where: { workspaceId } });

async function refused(body: unknown, headers: Record<string, string> = {}, id = integrationId, token = "validate-me") {
  const before = await rows();
  const answer = await customerSystem(id, token).send(body, headers);
  expect(await rows()).toBe(before);
  return answer;
}

describe("the token", () => {
  test.each([
    ["x-validate-token", { "x-validate-token": "validate-me" }],
    ["x-validation-token", { "x-validate-token": "", "x-validation-token": "validate-me" }],
    ["authorization", { "x-validate-token": "", authorization: "Bearer validate-me" }],
  ])("is taken in %s", async (_, headers) => {
    expect(await customerSystem(integrationId).send(good, headers)).toMatchObject({ status: 200 });
  });

  test.each([
    ["missing", { "x-validate-token": "" }],
    ["wrong", { "x-validate-token": "validate-mf" }],
    ["wrong in x-validation-token", { "x-validate-token": "", "x-validation-token": "validate" }],
    ["wrong in authorization", { "x-validate-token": "", authorization: "Bearer validate-me-not" }],
    ["raw in authorization", { "x-validate-token": "", authorization: "validate-me" }],
  ])("%s is 401 and nothing is stored", async (_, headers) => {
    expect(await refused(good, headers)).toMatchObject({ status: 401, body: { error: { code: "UNAUTHENTICATED" } } });
  });

  test("of another channel is 401", async () => {
    const other = await createTestIntegration(workspaceId, { name: "Other", validateToken: "other-token" });
    expect(await refused(good, {}, integrationId, "other-token")).toMatchObject({ status: 401 });
    expect(await customerSystem(other.id, "other-token").send(good)).toMatchObject({ status: 200 });
  });

  test("a changed token counts at once", async () => {
    const { id } = await createTestIntegration(workspaceId, { validateToken: "before" });
    expect(await customerSystem(id, "before").send(good)).toMatchObject({ status: 200 });
    await api.ok(
      "mutation ($input: IntegrationCredentialsPatchInput!) { patchIntegrationCredentials(input: $input) { id } }",
      { id, integrationProperties: { validateToken: "after" } },
    );
    expect(await customerSystem(id, "before").send(good)).toMatchObject({ status: 401 });
    expect(await customerSystem(id, "after").send(good)).toMatchObject({ status: 200 });
  });
});

describe("the channel", () => {
  test.each([
    ["an unknown id", randomUUID()],
    ["no id at all", "abc"],
    ["a script", "%00'--"],
  ])("%s is 404", async (_, id) => {
    expect(await refused(good, {}, id)).toMatchObject({ status: 404, body: { error: { code: "NOT_FOUND" } } });
  });

  test("one that is not CUSTOM, and a deleted one, are 404", async () => {
    const { id } = await createTestIntegration(workspaceId);
    const where = { workspaceId_id: { workspaceId, id } };
    await db.database().integration.update({ where, data: { type: "TELEGRAM" } });
    expect(await refused(good, {}, id)).toMatchObject({ status: 404 });
    await db.database().integration.update({ where, data: { type: "CUSTOM", deletedAt: new Date() } });
    expect(await refused(good, {}, id)).toMatchObject({ status: 404 });
  });

  test("a disabled one is 409, one in error takes messages", async () => {
    const { id } = await createTestIntegration(workspaceId);
    const where = { workspaceId_id: { workspaceId, id } };
    await db.database().integration.update({ where, data: { state: "disabled" } });
    expect(await refused(good, {}, id)).toMatchObject({ status: 409, body: { error: { code: "CHANNEL_INACTIVE" } } });
    await db.database().integration.update({ where, data: { state: "error" } });
    expect(await customerSystem(id).send(good)).toMatchObject({ status: 200 });
  });
});

describe("the body", () => {
  test.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["a text", '"hello"'],
    ["not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
  ])("%s is 400", async (_, body) => {
    expect(await refused(body)).toMatchObject({ status: 400, body: { error: { code: "BAD_INPUT" } } });
  });

  test("of another content type is 415", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      expect(await refused(good, { "content-type": type })).toMatchObject({ status: 415 });
    }
    expect(
      await customerSystem(integrationId).send(good, { "content-type": "Application/JSON; charset=utf-8" }),
    ).toMatchObject({ status: 200 });
  });

  test("over 256 KiB is 413, up to it is taken", async () => {
    const frame = JSON.stringify({ ...good, content: "" }).length;
    const content = "x".repeat(256 * 1024 - frame);
    expect(await customerSystem(integrationId).send({ ...good, content })).toMatchObject({ status: 200 });
    expect(await refused({ ...good, content: `${content}x` })).toMatchObject({
      status: 413,
      body: { error: { code: "BAD_INPUT" } },
    });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a field that does not exist", { text: "Hello" }, "text"],
    ["a field of clientInfo that does not exist", { clientInfo: { mail: "a@b.example" } }, "clientInfo.mail"],
    ["no senderId", { senderId: undefined }, "senderId"],
    ["a blank senderId", { senderId: " " }, "senderId"],
    ["a senderId that is a number", { senderId: 7 }, "senderId"],
    ["a senderId of 300 characters", { senderId: "x".repeat(300) }, "senderId"],
    ["NUL in senderId", { senderId: "a\u0000" }, "senderId"],
    ["half a character in messageId", { messageId: "a\ud800" }, "messageId"],
    ["no content", { content: undefined }, "content"],
    ["empty content", { content: "" }, "content"],
    ["content that is an object", { content: {} }, "content"],
    ["NUL in content", { content: "a\u0000b" }, "content"],
    ["an unknown type", { type: "note" }, "type"],
    ["an image whose content is no URL", { type: "image", content: "my cat" }, "content"],
    ["a file whose URL no browser may open", { type: "document", content: "file:///etc/passwd" }, "content"],
    ["a location without coordinates", { type: "location", content: '{"name":"Shop"}' }, "content"],
    ["a location beyond the poles", { type: "location", content: '{"latitude":91,"longitude":0}' }, "content"],
    ["a time that is none", { createdAt: "yesterday" }, "createdAt"],
    ["a time that is a number", { createdAt: 1 }, "createdAt"],
    ["a day that is not in the calendar", { createdAt: "2026-02-30T00:00:00Z" }, "createdAt"],
    ["a time before 1970", { createdAt: "0001-01-01T00:00:00Z" }, "createdAt"],
    ["a time after 2200", { createdAt: "9999-12-31T23:59:59Z" }, "createdAt"],
    ["clientInfo that is a text", { clientInfo: "Maria" }, "clientInfo"],
    ["a name that is a list", { clientInfo: { name: [] } }, "clientInfo.name"],
    ["a phone that is none", { clientInfo: { phone: "call me" } }, "clientInfo.phone"],
    ["a country that is none", { clientInfo: { countryCode: "Brazil" } }, "clientInfo.countryCode"],
    ["a context that is a list", { context: [] }, "context"],
  ])("%s is 422 and names the field", async (_, changes, path) => {
    const { status, body } = await refused({ ...good, ...changes });
    expect({ status, code: body.error?.code, paths: body.error?.fields?.map((field) => field.path) }).toEqual({
      status: 422,
      code: "BAD_INPUT",
      paths: [path],
    });
  });

  test("null and empty optional fields count as left out; half an emoji in a text is mended", async () => {
    const body = `{"senderId":"odd","content":"cut \\ud83d","type":"text","messageId":"","conversationId":null,"clientInfo":null,
      "context":{"replyToId":null},"createdAt":null}`;
    const { status, body: answer } = await customerSystem(integrationId).send(body);
    expect(status).toBe(200);
    const message = await db.database().message.findFirst({ where: { workspaceId, id: answer.messageId ?? "" } });
    expect(message).toMatchObject({
      content: "cut \ufffd",
      externalMessageId: null,
      replyContext: null,
      providerAt: null,
    });
  });

  test("unknown keys are refused by name, also those that objects have", async () => {
    const body =
      '{"senderId":"odd","content":"Hi","type":"text","__proto__":{"admin":true},"constructor":1,"extra":{"deep":[1]}}';
    const { status, body: answer } = await refused(body);
    expect(status).toBe(422);
    expect(answer.error?.fields?.map(({ path }) => path)).toEqual(expect.arrayContaining(["constructor", "extra"]));
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test("a phone without its country code takes it from countryCode", async () => {
    const { clientId } = await customerSystem(integrationId).text("homely", "Hi", {
      clientInfo: { phone: "(11) 99876-5432", countryCode: "br" },
    });
    expect(await db.database().client.findFirst({ where: { workspaceId, id: clientId } })).toMatchObject({
      phone: "+5511998765432",
      country: "BR",
    });
  });

  test("whatever comes is answered, and never with 5xx", { timeout: 60_000 }, async () => {
    const anyField = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom("\u0000", "\ud800", "x".repeat(5_000)),
      fc.date({ noInvalidDate: false }).map((date) => (Number.isNaN(date.getTime()) ? "Invalid" : date.toISOString())),
    );
    const info = fc.dictionary(fc.constantFrom("name", "phone", "email", "__proto__", "countryCode"), anyField);
    const field = fc.oneof(
      fc.tuple(
        fc.constantFrom(
          "senderId",
          "content",
          "type",
          "messageId",
          "conversationId",
          "receiptId",
          "clientInfo",
          "createdAt",
          "__proto__",
        ),
        anyField,
      ),
      fc.tuple(fc.constant("clientInfo"), info),
      fc.tuple(
        fc.constant("context"),
        fc.oneof(anyField, fc.dictionary(fc.constantFrom("replyToId", "replyToContent"), anyField)),
      ),
      fc.tuple(fc.constantFrom("senderId", "content", "messageId"), fc.string({ unit: "binary", minLength: 1 })),
    );
    const body = fc.array(field, { maxLength: 2 }).map((fields) => ({ ...good, ...Object.fromEntries(fields) }));
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const { status } = await customerSystem(integrationId).send(value);
        seen.add(status);
        expect([200, 422]).toContain(status);
      }),
      { numRuns: 400 },
    );
    expect(seen).toEqual(new Set([200, 422]));
    const deep = `{"senderId":"a","type":"text","content":${"[".repeat(500)}${"]".repeat(500)}}`;
    expect(await customerSystem(integrationId).send(deep)).toMatchObject({ status: 422 });
  });
});

test("a database that is away is 503 with a time to come back", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  const pool = vi.spyOn(db.pool(), "query").mockImplementation(() => {
    throw away;
  });
  try {
    const { status, headers, body } = await customerSystem(integrationId).send(good);
    expect({ status, code: body.error?.code }).toEqual({ status: 503, code: "UNAVAILABLE" });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body.error?.message).not.toContain("ECONNREFUSED");
  } finally {
    pool.mockRestore();
  }
});
