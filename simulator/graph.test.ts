import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "./graph.ts";
import { GRAPH_ERRORS, type GraphErrorName } from "./graph-errors.ts";
import { messagingEntry, messagingEvent, webhookCall, whatsappEntry, whatsappMessage } from "./graph-webhook.ts";

// What the stand-in accepts and refuses. Third-party clients check that it behaves like Meta:
// server/channels/*/judges.test.ts.

let graph: GraphStandIn;
beforeAll(async () => {
  graph = await startGraph();
  graph.addNumber({ phoneNumberId: "100", wabaId: "200", accessToken: "number", displayPhoneNumber: "+47 900 00 100" });
  graph.addMessaging({ object: "page", id: "300", name: "Shop", accessToken: "page" });
  graph.addMessaging({ object: "instagram", id: "400", name: "shop", accessToken: "account" });
});
afterAll(() => graph.stop());

async function post(path: string, token: string, body: unknown) {
  const response = await fetch(`${graph.url}/v25.0/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: { code: number } } };
}
const whatsapp = (body: object) =>
  post("100/messages", "number", { messaging_product: "whatsapp", to: "4790000001", ...body });
const text = { type: "text", text: { body: "Hi" } };

describe("a WhatsApp message", () => {
  test("is answered with the number as WhatsApp knows it, and an id", async () => {
    graph.knowAs("4790000001", "4790000009");
    expect(await whatsapp(text)).toEqual({
      status: 200,
      body: {
        messaging_product: "whatsapp",
        contacts: [{ input: "4790000001", wa_id: "4790000009" }],
        messages: [{ id: expect.stringMatching(/^wamid\./) }],
      },
    });
  });

  test.each<[string, object]>([
    ["a misspelt member", { ...text, contxt: {} }],
    ["nobody to send to", { ...text, to: undefined }],
    ["an empty text", { type: "text", text: { body: "" } }],
    ["a text too long", { type: "text", text: { body: "x".repeat(4_097) } }],
    ["a caption on audio", { type: "audio", audio: { link: "https://a.example/a", caption: "x" } }],
    ["a file that is no address", { type: "image", image: { link: "a.jpg" } }],
    ["another type's body", { type: "image", text: { body: "Hi" } }],
    [
      "four buttons",
      {
        type: "interactive",
        interactive: {
          type: "button",
          body: { text: "?" },
          action: { buttons: ["a", "b", "c", "d"].map((id) => ({ type: "reply", reply: { id, title: id } })) },
        },
      },
    ],
    [
      "a template's kind in capitals",
      {
        type: "template",
        template: { name: "a", language: { code: "en" }, components: [{ type: "BODY", parameters: [] }] },
      },
    ],
  ])("with %s is refused", async (_, body) => {
    expect(await whatsapp(body)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });
});

describe("a message of the Send API", () => {
  const message = (content: object) => ({ recipient: { id: "1" }, messaging_type: "RESPONSE", message: content });
  test.each<[string, string, string, object]>([
    ["a misspelt member", "300", "page", message({ txt: "Hi" })],
    [
      "text and attachment",
      "300",
      "page",
      message({ text: "Hi", attachment: { type: "image", payload: { url: "https://a.example" } } }),
    ],
    ["no messaging_type", "300", "page", { recipient: { id: "1" }, message: { text: "Hi" } }],
    ["2,001 characters", "300", "page", message({ text: "x".repeat(2_001) })],
    ["1,001 bytes on Instagram", "400", "account", message({ text: "é".repeat(501) })],
    ["a message beside a sender's action", "300", "page", { ...message({ text: "Hi" }), sender_action: "typing_on" }],
  ])("with %s is refused", async (_, id, token, body) => {
    expect(await post(`${id}/messages`, token, body)).toMatchObject({ status: 400, body: { error: { code: 100 } } });
  });

  test("goes to `me`, which is the token's account", async () => {
    expect(await post("me/messages", "page", message({ text: "Hi" }))).toMatchObject({
      status: 200,
      body: { recipient_id: "1" },
    });
    expect(await post("300/messages", "account", message({ text: "Hi" }))).toMatchObject({ status: 400 });
  });
});

test.each(Object.keys(GRAPH_ERRORS) as GraphErrorName[])("the error %s is Meta's, once", async (name) => {
  graph.fail(name);
  const { status, code } = GRAPH_ERRORS[name];
  expect(await whatsapp(text)).toMatchObject({
    status,
    body: { error: { code, type: "OAuthException", message: expect.any(String), fbtrace_id: expect.any(String) } },
  });
  expect((await whatsapp(text)).status).toBe(200);
});

test("a call holds its entries in the order given, doubles too, in ASCII", () => {
  const number = { wabaId: "200", phoneNumberId: "100", displayPhoneNumber: "+47 900 00 100" };
  const entry = whatsappEntry(
    number,
    whatsappMessage({ waId: "4790000001" }, { type: "text", text: { body: "Grüße 👋" } }),
  );
  const { body } = webhookCall(
    "whatsapp_business_account",
    [entry, messagingEntry("300", [messagingEvent("1", "300", {})]), entry],
    "s",
  );
  expect(body).toMatch(/^[\x20-\x7e]+$/);
  expect(body).toContain("Gr\\u00fc\\u00dfe \\ud83d\\udc4b");
  const { entry: entries } = JSON.parse(body) as { entry: unknown[] };
  expect(entries[0]).toEqual(entries[2]);
  expect(entries[0]).toMatchObject({
    changes: [{ value: { metadata: { display_phone_number: "4790000100", phone_number_id: "100" } } }],
  });
});

describe("a token", () => {
  const ask = async (path: string, token: string) => {
    const response = await fetch(`${graph.url}/v25.0/${path}`, { headers: { authorization: `Bearer ${token}` } });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  test("is told of to its app and to itself: whether it holds, and until when", async () => {
    graph.addApp("700", "secret");
    const told = async (token: string) => (await ask("debug_token?input_token=page", token)).body;
    expect(await told("700|secret")).toEqual({ data: { is_valid: true, expires_at: 0 } });
    graph.endToken("page", new Date("2100-01-01T00:00:00Z"));
    expect(await told("page")).toEqual({ data: { is_valid: true, expires_at: 4_102_444_800 } });
    graph.endToken("page", new Date());
    expect(await told("700|secret")).toMatchObject({ data: { is_valid: false } });
    expect(await told("page")).toMatchObject({ error: { code: 190, error_subcode: 463 } });
    expect(await ask("debug_token", "700|secret")).toMatchObject({ status: 400 });
    expect(await ask("debug_token?input_token=page", "somebody")).toMatchObject({ status: 401 });
  });

  test("of an Instagram login is renewed for sixty days", async () => {
    const { body } = await ask("refresh_access_token?grant_type=ig_refresh_token", "account");
    expect(body).toEqual({ access_token: "account", token_type: "bearer", expires_in: 5_184_000 });
    const { body: told } = await ask("debug_token?input_token=account", "account");
    const { expires_at } = (told as { data: { expires_at: number } }).data;
    expect(Math.abs(expires_at - Date.now() / 1_000 - 5_184_000)).toBeLessThan(5);
  });
});
