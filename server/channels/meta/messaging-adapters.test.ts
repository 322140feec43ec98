import { english } from "../../testing/english.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../../simulator/graph.ts";
import type { GraphErrorName } from "../../../simulator/graph-errors.ts";
import { handshakeUrl } from "../../../simulator/graph-webhook.ts";
import { OUTGOING } from "../../testing/outgoing.ts";
import type { Adapter, Gesture, OutgoingMessage } from "../channel.ts";
import { facebookAdapter } from "../facebook/adapter.ts";
import { checkPageTemplate } from "./check-template.ts";
import { listPageTemplates } from "./list-templates.ts";
import { instagramAdapter } from "../instagram/adapter.ts";

const APP_SECRET = "0123456789abcdef0123456789abcdef";
const APP_ID = "700";
const PAGE = { accessToken: "EAAG-page", pageId: "1010", appSecret: APP_SECRET, appId: APP_ID };
const ACCOUNT = { accessToken: "IGAA-account", accountId: "17841400000000001", appSecret: APP_SECRET, appId: APP_ID };
/** An account that is connected through its page. */
const LINKED = { accessToken: "EAAG-linked", accountId: "17841400000000002", pageId: "3030", appSecret: APP_SECRET };
const PSID = "24680";
/** A page's template. The picture of its header is fixed. */
const SHIPPED = {
  ...{ id: "1", name: "order_shipped", language: "en", status: "APPROVED", category: "UTILITY" },
  components: [
    { type: "HEADER", format: "IMAGE", example: { header_handle: ["x"] } },
    { type: "BODY", text: "Hi {{1}}, order {{2}}" },
    { type: "BUTTONS", buttons: [{ type: "POSTBACK", text: "Track", payload: "{{1}}" }] },
  ],
};
const ADDRESS = "https://desk.example/ext/v1/incoming/facebook/one";
const signal = new AbortController().signal;

let graph: GraphStandIn;
beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
  process.env.INSTAGRAM_GRAPH_URL = `${graph.url}`;
});
afterAll(() => graph.stop());
beforeEach(() => {
  graph.addMessaging({
    ...{ object: "page", id: PAGE.pageId, name: "Ida's shop", accessToken: PAGE.accessToken },
    templates: [SHIPPED],
  });
  graph.addMessaging({
    object: "instagram",
    id: ACCOUNT.accountId,
    name: "idas_shop",
    accessToken: ACCOUNT.accessToken,
  });
  const { accountId: id, pageId, accessToken } = LINKED;
  graph.addMessaging({ object: "instagram", id, name: "linked_shop", accessToken, pageId });
  graph.addApp(APP_ID, APP_SECRET);
});

const MESSAGE: OutgoingMessage = { ...OUTGOING, externalClientId: PSID };
const onPage = (message: Partial<OutgoingMessage> = {}) =>
  facebookAdapter.send({ ...MESSAGE, ...message }, PAGE, signal);
const onInstagram = (message: Partial<OutgoingMessage> = {}, account: object = ACCOUNT) =>
  instagramAdapter.send({ ...MESSAGE, ...message }, account, signal);
const interactive = (content: unknown): Partial<OutgoingMessage> => ({
  type: "interactive",
  content: JSON.stringify(content),
});
const choices = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `c${i}`, title: `Choice ${i}` }));
const lastCall = () => graph.calls.at(-1);

describe("what is sent", () => {
  const url = "https://cdn.example/a";
  test.each<[string, Partial<OutgoingMessage>, Record<string, unknown>]>([
    ["text", {}, { text: "Hei 👋" }],
    ["an image", { type: "image", content: url }, { attachment: { type: "image", payload: { url } } }],
    ["a video", { type: "video", content: url }, { attachment: { type: "video", payload: { url } } }],
    ["audio", { type: "audio", content: url }, { attachment: { type: "audio", payload: { url } } }],
    ["a document", { type: "document", content: url }, { attachment: { type: "file", payload: { url } } }],
    [
      "up to three choices as buttons",
      interactive({ header: "Order 7", body: "Confirm?", footer: "Until noon", buttons: choices(2) }),
      {
        attachment: {
          type: "template",
          payload: {
            template_type: "button",
            text: "Order 7\n\nConfirm?\n\nUntil noon",
            buttons: [
              { type: "postback", title: "Choice 0", payload: "c0" },
              { type: "postback", title: "Choice 1", payload: "c1" },
            ],
          },
        },
      },
    ],
    [
      "more as quick replies, what a row describes in the text",
      interactive({
        body: "Pick",
        list: {
          button: "Open",
          sections: [{ title: "Sizes", rows: [{ id: "s", title: "S", description: "36" }, ...choices(3)] }],
        },
      }),
      {
        text: "Pick\n\nSizes\nS – 36",
        quick_replies: [
          { content_type: "text", title: "S", payload: "s" },
          ...choices(3).map(({ id, title }) => ({ content_type: "text", title, payload: id })),
        ],
      },
    ],
  ])("%s, on both", async (_, message, content) => {
    expect(await onPage(message)).toEqual({
      outcome: "accepted",
      externalMessageId: expect.stringMatching(/^m_/),
      responseStatus: 200,
    });
    const frame = { recipient: { id: PSID }, messaging_type: "RESPONSE" };
    // Comes back with the message's echo.
    const metadata = MESSAGE.messageId;
    expect(lastCall()).toMatchObject({ path: "1010/messages", body: { ...frame, message: { ...content, metadata } } });
    expect(await onInstagram(message)).toMatchObject({
      outcome: "accepted",
      externalMessageId: expect.stringMatching(/.{100,}/),
    });
    expect(lastCall()).toMatchObject({ path: "17841400000000001/messages" });
    expect(lastCall()?.body).toEqual({ ...frame, message: content });
  });

  describe("utility messages of a page", () => {
    const shipped = (...values: string[]): Partial<OutgoingMessage> => ({
      type: "template",
      content: "order_shipped",
      replyTo: { externalId: "m_Q", content: "?", type: "text" },
      template: {
        ...{ name: "order_shipped", language: "en" },
        components: [
          { type: "BODY", parameters: values.map((text) => ({ type: "text", text })) },
          { type: "button", sub_type: "POSTBACK", index: 0, parameters: [{ type: "text", text: "7" }] },
        ],
      },
    });

    test("leave as Meta wants them, whenever the contact wrote", async () => {
      expect(await onPage({ ...shipped("Ida", "7"), externalClientId: "1357", isLateReply: true })).toMatchObject({
        outcome: "accepted",
        externalMessageId: expect.stringMatching(/^m_/),
      });
      expect(lastCall()?.body).toEqual({
        recipient: { id: "1357" },
        messaging_type: "UTILITY",
        message: {
          template: {
            ...{ name: "order_shipped", language: { code: "en" } },
            components: [
              {
                type: "body",
                parameters: [
                  { type: "text", text: "Ida" },
                  { type: "text", text: "7" },
                ],
              },
              { type: "button", sub_type: "postback", index: 0, parameters: [{ type: "text", text: "7" }] },
            ],
          },
          metadata: MESSAGE.messageId,
        },
      });
    });

    test("what Meta refuses is refused; without the permission only the message fails, not the channel", async () => {
      expect(await onPage(shipped("Ida"))).toMatchObject({ outcome: "refused", error: english("132000") });
      graph.fail("noUtilityRight");
      expect(await onPage(shipped("Ida", "7"))).toMatchObject({
        outcome: "refused",
        error: english("pages_utility_messaging"),
      });
      graph.fail("noUtilityRight");
      expect(await onPage()).toMatchObject({ outcome: "unauthorized" });
    });

    test("are listed without the file of a header, which is not sent", async () => {
      const { components, ...rest } = SHIPPED;
      expect(await listPageTemplates(PAGE)).toEqual({
        outcome: "listed",
        templates: [
          expect.objectContaining({ ...rest, libraryTemplateName: null, components: components.slice(1) }) as unknown,
        ],
      });
      expect(await listPageTemplates({ ...PAGE, accessToken: "old" })).toMatchObject({ outcome: "failed" });
    });

    test("are checked before they are sent, except for their buttons", () => {
      const definition = { parameterFormat: null, components: SHIPPED.components.slice(1) };
      expect(checkPageTemplate(definition, shipped("Ida", "7").template?.components)).toEqual([]);
      expect(
        checkPageTemplate(definition, [{ type: "buttons", parameters: [{ type: "POSTBACK", payload: "7" }] }]),
      ).toEqual([expect.objectContaining({ path: "templateComponents", said: english("{{1}}, {{2}}") })]);
    });
  });

  test("answers name the message, also where a part of it was answered", async () => {
    await onPage({ replyTo: { externalId: "m_Q", content: "?", type: "text" } });
    expect(lastCall()?.body).toMatchObject({ reply_to: { mid: "m_Q" } });
    await onInstagram({ replyTo: { externalId: "aWdf:2", content: "?", type: "image" } });
    expect(lastCall()?.body).toMatchObject({ reply_to: { mid: "aWdf" } });
    await onPage({ replyTo: { externalId: null, content: "?", type: "text" } });
    expect(lastCall()?.body).not.toHaveProperty("reply_to");
  });

  test("a person's answer after the window is marked as theirs", async () => {
    const tagged = { messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" };
    for (const send of [onPage, onInstagram]) {
      const replyTo = { externalId: "m_Q", content: "?", type: "text" } as const;
      expect(await send({ isLateReply: true, replyTo })).toMatchObject({ outcome: "accepted" });
      expect(lastCall()?.body).toMatchObject(tagged);
    }
  });

  test("without Meta's permission only the late answer fails, not the channel", async () => {
    graph.fail("rightMissing");
    const error = english("Meta has not permitted this app to answer late");
    expect(await onPage({ isLateReply: true })).toMatchObject({ outcome: "refused", error, responseStatus: 403 });
    graph.fail("rightMissing");
    expect(await onPage({})).toMatchObject({ outcome: "unauthorized" });
  });

  test("an account that is reached through its page is written to there", async () => {
    expect(await onInstagram({}, LINKED)).toMatchObject({ outcome: "accepted" });
    expect(lastCall()).toMatchObject({ path: "3030/messages", status: 200 });
  });
});

test.each<[string, Adapter, Partial<OutgoingMessage>, string]>([
  [
    "a text with a file",
    facebookAdapter,
    { type: "image", content: "https://cdn.example/a.jpg", caption: "Look" },
    "Messenger takes no text with a file; send it as a message of its own",
  ],
  [
    "a text with a film",
    instagramAdapter,
    { type: "video", content: "https://cdn.example/a.mp4", caption: "Look" },
    "Instagram takes no text with a file; send it as a message of its own",
  ],
  ["a template", instagramAdapter, { type: "template" }, "Instagram cannot send messages of type template"],
  ["a place", instagramAdapter, { type: "location", content: "{}" }, "Instagram cannot send messages of type location"],
  [
    "14 choices",
    facebookAdapter,
    interactive({ body: "?", buttons: choices(14) }),
    "Messenger takes up to 13 choices in one message, not 14",
  ],
  ["no choice", facebookAdapter, interactive({ body: "?" }), "An interactive message needs buttons or a list"],
  [
    "a long button",
    instagramAdapter,
    interactive({ body: "?", buttons: [{ id: "a", title: "Yes, send it to me now" }] }),
    'Instagram takes up to 20 characters on a button; "Yes, send it to me now" has 22',
  ],
  [
    "a heavy button",
    facebookAdapter,
    interactive({ body: "?", buttons: [{ id: "x".repeat(1_001), title: "Yes" }] }),
    'Messenger takes ids of up to 1000 characters; that of "Yes" is longer',
  ],
  [
    "a text too long",
    facebookAdapter,
    { content: "x".repeat(2_001) },
    "Messenger takes texts of up to 2000 characters, and this one has 2001; send it in two",
  ],
  [
    "a text of too many bytes",
    instagramAdapter,
    { content: "👋".repeat(251) },
    "Instagram takes texts of up to 1000 bytes (an emoji has four, a letter with an accent two), and this one has 1004; send it in two",
  ],
  [
    "content that is no JSON",
    facebookAdapter,
    { type: "interactive", content: "?" },
    "The content of the message is no JSON",
  ],
])("refuses %s unasked", async (_, adapter, message, error) => {
  const before = graph.calls.length;
  const account = adapter === facebookAdapter ? PAGE : ACCOUNT;
  expect(await adapter.send({ ...MESSAGE, ...message }, account, signal)).toEqual({
    outcome: "refused",
    error,
    responseStatus: null,
  });
  expect(graph.calls.length).toBe(before);
});

describe("what Meta refuses", () => {
  test.each<[GraphErrorName, string, RegExp, number | undefined]>([
    [
      "pageWindowClosed",
      "refused",
      /^More than 24 hours have passed since the contact wrote.*outside of allowed window/,
      undefined,
    ],
    ["instagramWindowClosed", "refused", /^More than 24 hours/, undefined],
    ["personUnavailable", "refused", /blocked the account.*\(551: /, undefined],
    ["noSuchPerson", "refused", /the contact has to write to it first \(100: No matching user found\)$/, undefined],
    ["attachmentNotLoaded", "refused", /^Meta could not load the file/, undefined],
    ["personRateLimit", "retry", /613/, 30],
    ["appRateLimit", "retry", /^The app asks Meta too often/, 60],
    ["temporary", "retry", /^Meta cannot take it at the moment/, undefined],
    ["tokenExpired", "unauthorized", /connect the channel again/, undefined],
    ["rightMissing", "unauthorized", /lacks a right/, undefined],
    ["restricted", "unauthorized", /Business Support/, undefined],
  ])("%s: %s, on both", async (name, outcome, error, retryAfterSeconds) => {
    for (const send of [onPage, onInstagram]) {
      graph.fail(name);
      const result = await send();
      expect(result).toMatchObject({
        outcome,
        error: english(error),
        responseStatus: expect.any(Number),
      });
      expect(result.outcome === "retry" ? result.retryAfterSeconds : undefined).toBe(retryAfterSeconds);
    }
  });

  test("an answer that never comes is unknown; a revoked token is the channel's fault", async () => {
    graph.loseNextAnswer();
    expect(await onPage()).toMatchObject({ outcome: "unknown", responseStatus: null });
    graph.revoke(PAGE.accessToken);
    expect(await onPage()).toMatchObject({ outcome: "unauthorized", responseStatus: 401 });
  });
});

test("gestures: read and typing on both, a heart on Instagram", async () => {
  const make = (
    adapter: Adapter,
    gesture: { kind: "read" | "typing" } | { kind: "reaction"; emoji: string | null },
  ) => {
    const whole: Gesture = {
      ...gesture,
      externalClientId: PSID,
      externalConversationId: null,
      externalMessageId: "m_IN:1",
    };
    return adapter.gesture?.(whole, adapter === facebookAdapter ? PAGE : ACCOUNT, signal);
  };
  for (const adapter of [facebookAdapter, instagramAdapter]) {
    expect(await make(adapter, { kind: "read" })).toEqual({
      outcome: "accepted",
      externalMessageId: null,
      responseStatus: 200,
    });
    expect(lastCall()?.body).toEqual({ recipient: { id: PSID }, sender_action: "mark_seen" });
    await make(adapter, { kind: "typing" });
    expect(lastCall()?.body).toEqual({ recipient: { id: PSID }, sender_action: "typing_on" });
  }
  expect(await make(instagramAdapter, { kind: "reaction", emoji: "❤️" })).toMatchObject({ outcome: "accepted" });
  expect(lastCall()?.body).toEqual({
    recipient: { id: PSID },
    sender_action: "react",
    payload: { message_id: "m_IN", reaction: "love" },
  });
  expect(await make(instagramAdapter, { kind: "reaction", emoji: null })).toMatchObject({ outcome: "accepted" });
  expect(await make(instagramAdapter, { kind: "reaction", emoji: "👍" })).toMatchObject({ outcome: "accepted" });
  expect(lastCall()?.body).toMatchObject({ payload: { message_id: "m_IN", reaction: "👍" } });
  expect(await make(facebookAdapter, { kind: "reaction", emoji: "❤️" })).toMatchObject({
    outcome: "refused",
    error: "Messenger takes no reactions from a business",
  });
});

describe("who a sender is", () => {
  test("on Messenger: names, picture and country; without the right for it, no country", async () => {
    graph.put(PSID, {
      id: PSID,
      first_name: "Ida",
      last_name: "Lund",
      profile_pic: "https://cdn.example/p",
      locale: "nb_NO",
    });
    const profileOf = () => facebookAdapter.profileOf?.(PSID, PAGE, signal);
    const profile = { name: "Ida", surname: "Lund", avatar: { url: "https://cdn.example/p" } };
    expect(await profileOf()).toEqual({ ...profile, country: "NO" });
    graph.fail("rightMissing");
    expect(await profileOf()).toEqual({ ...profile, country: null });
    expect(lastCall()?.status).toBe(200);
    graph.fail("noConsent");
    graph.fail("noConsent");
    expect(await profileOf()).toBeNull();
    graph.dropNext();
    expect(await profileOf()).toBeNull();
  });

  test("on Instagram: one name, no surname", async () => {
    graph.put(PSID, { id: PSID, name: "Ida Lund", username: "ida.l", profile_pic: "https://cdn.example/p" });
    const profileOf = () => instagramAdapter.profileOf?.(PSID, ACCOUNT, signal);
    expect(await profileOf()).toEqual({ name: "Ida Lund", avatar: { url: "https://cdn.example/p" } });
    graph.put(PSID, { id: PSID, name: null, username: "ida.l" });
    expect(await profileOf()).toEqual({ name: "ida.l", avatar: null });
    graph.fail("noConsent");
    expect(await profileOf()).toBeNull();
  });
});

describe("set-up", () => {
  const setupOf = ({ setup }: Adapter) => {
    if (!setup) throw new Error("it has a set-up");
    return setup;
  };
  const page = setupOf(facebookAdapter);
  const instagram = setupOf(instagramAdapter);

  test("names the channel by its page, or its account, of either login", async () => {
    expect(await page.identify(PAGE)).toEqual({ outcome: "known", identifier: "Ida's shop", accountId: PAGE.pageId });
    expect(await instagram.identify(ACCOUNT)).toEqual({
      outcome: "known",
      identifier: "idas_shop",
      accountId: ACCOUNT.accountId,
    });
    expect(await instagram.identify(LINKED)).toEqual({
      outcome: "known",
      identifier: "linked_shop",
      accountId: LINKED.accountId,
    });
  });

  test("refuses another's token, by the property", async () => {
    expect(await page.identify({ ...PAGE, pageId: "9" })).toMatchObject({
      outcome: "refused",
      path: "accessToken",
      error: english(/^This token is of Ida's shop \(1010\)/),
    });
    expect(await instagram.identify({ ...ACCOUNT, accountId: "9" })).toMatchObject({
      outcome: "refused",
      path: "accountId",
      error: "This access is for @idas_shop, whose id is 17841400000000001",
    });
    expect(await page.identify({ ...PAGE, accessToken: "nobody's" })).toMatchObject({
      outcome: "refused",
      path: "accessToken",
    });
    graph.fail("temporary");
    expect(await page.identify(PAGE)).toMatchObject({ outcome: "unreachable" });
  });

  test("subscribes the page or account, and registers the app's address where its id is known", async () => {
    expect(await page.subscribe(PAGE, ADDRESS)).toEqual({ outcome: "subscribed" });
    expect(graph.subscribedTo(PAGE.pageId)).toEqual(
      expect.arrayContaining(["messages", "message_echoes", "message_reads"]),
    );
    const verifyToken = facebookAdapter.inbound?.handshake?.token(PAGE) ?? "";
    expect(graph.callbackOf("700/page")).toEqual({ url: ADDRESS, verifyToken });
    const asked = new URL(handshakeUrl(ADDRESS, verifyToken, "42")).searchParams;
    expect(facebookAdapter.inbound?.handshake?.answer(asked, PAGE)).toBe("42");

    expect(await instagram.subscribe(ACCOUNT, ADDRESS)).toEqual({ outcome: "subscribed" });
    expect(graph.subscribedTo(ACCOUNT.accountId)).toContain("messaging_seen");
    expect(graph.callbackOf("700/instagram")).toMatchObject({ url: ADDRESS });
    expect(await instagram.subscribe(LINKED, ADDRESS)).toEqual({ outcome: "subscribed" });
    expect(graph.subscribedTo("3030")).toEqual(["messages"]);
  });

  test("an app that Meta does not know by its secret, or an address without https, is named", async () => {
    expect(await page.subscribe({ ...PAGE, appSecret: "another_secret" }, ADDRESS)).toEqual({
      outcome: "refused",
      path: "appSecret",
      error: "Meta does not know the app by this id and secret; copy both from its settings",
    });
    expect(await page.subscribe(PAGE, "http://localhost/x")).toMatchObject({ outcome: "refused", path: "appId" });
    graph.fail("rightMissing");
    expect(await page.subscribe(PAGE, ADDRESS)).toMatchObject({ outcome: "refused", path: "accessToken" });
  });

  test("what is required, and nothing more", () => {
    const has = (adapter: Adapter, properties: unknown) => adapter.credentials.safeParse(properties).success;
    expect([has(facebookAdapter, PAGE), has(instagramAdapter, ACCOUNT), has(instagramAdapter, LINKED)]).toEqual([
      true,
      true,
      true,
    ]);
    for (const name of ["accessToken", "pageId", "appSecret"])
      expect(has(facebookAdapter, { ...PAGE, [name]: undefined }), name).toBe(false);
    for (const name of ["accessToken", "accountId", "appSecret"])
      expect(has(instagramAdapter, { ...ACCOUNT, [name]: undefined }), name).toBe(false);
    expect(has(facebookAdapter, { ...PAGE, appId: undefined })).toBe(true);
    expect(has(facebookAdapter, { ...PAGE, accountId: "1" })).toBe(false);
  });
});
