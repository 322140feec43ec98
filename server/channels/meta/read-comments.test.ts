import { describe, expect, test } from "vitest";
import { changeEntry } from "../../../simulator/graph-webhook.ts";
import { facebookAdapter } from "../facebook/adapter.ts";
import type { InboundCall } from "../inbound.ts";
import { instagramAdapter } from "../instagram/adapter.ts";

const SECRET = "0123456789abcdef0123456789abcdef";
const PAGE = { accessToken: "EAAG-page", pageId: "1010", appSecret: SECRET };
const ACCOUNT = { accessToken: "IGAA-account", accountId: "17841400000000001", appSecret: SECRET };
const AT = new Date("2026-11-21T09:00:00Z");
const POST = "1010_5";
const IDA = { id: "777", name: "Ida Lund" };

function onPage(value: object, comments = true, field = "feed"): InboundCall | undefined {
  const body = { object: "page", entry: [changeEntry(PAGE.pageId, field, { ...value }, AT)] };
  return facebookAdapter.inbound?.read(body, { identifier: "shop", credentials: PAGE, comments });
}
function onInstagram(value: object, field = "comments"): InboundCall | undefined {
  const body = { object: "instagram", entry: [changeEntry(ACCOUNT.accountId, field, { ...value }, AT)] };
  return instagramAdapter.inbound?.read(body, { identifier: "shop", credentials: ACCOUNT, comments: true });
}
const added = {
  ...{ item: "comment", verb: "add", comment_id: "5_1", post_id: POST, parent_id: POST, from: IDA },
  ...{ message: "In red?", created_time: AT.getTime() / 1_000, post: { permalink_url: "https://fb.example/5" } },
};

describe("a page", () => {
  test("gives a comment as a message of its own thread, about its post", () => {
    expect(onPage(added)).toMatchObject({
      messages: [
        {
          senderId: "777",
          identities: [{ scope: "page:1010:comments", externalId: "777" }],
          externalMessageId: "5_1",
          externalConversationId: "comment:5_1",
          type: "text",
          content: "In red?",
          profile: { name: "Ida Lund" },
          replyTo: null,
          providerAt: AT,
          sourceType: "comment",
          sourceUrl: "https://fb.example/5",
          ad: { id: POST },
          comment: { postId: POST },
        },
      ],
      changes: [],
    });
  });

  test("gives an answer to a comment in the thread of that comment", () => {
    expect(onPage({ ...added, comment_id: "5_2", parent_id: "5_1" })?.messages).toMatchObject([
      { externalMessageId: "5_2", externalConversationId: "comment:5_1", replyTo: { id: "5_1" } },
    ]);
  });

  test("tells apart by the comment whom it does not name", () => {
    expect(onPage({ ...added, from: undefined })?.messages).toMatchObject([
      { senderId: "comment:5_1", profile: { name: null } },
    ]);
  });

  test("gives a photo as a file with the text as its caption", () => {
    const photo = "https://cdn.example/a.jpg";
    expect(onPage({ ...added, photo })?.messages).toMatchObject([
      { media: { type: "image", url: photo, caption: "In red?" } },
    ]);
    expect(onPage({ ...added, message: undefined })?.messages).toMatchObject([{ content: "[A comment without text]" }]);
  });

  test.each([
    ["edited", { kind: "edit", externalMessageId: "5_1", type: "text", content: "In red?" }],
    ["remove", { kind: "deletion", externalMessageId: "5_1" }],
    ["hide", { kind: "hiding", externalMessageId: "5_1", isHidden: true }],
    ["unhide", { kind: "hiding", externalMessageId: "5_1", isHidden: false }],
  ])("tells that a comment changed: %s", (verb, change) => {
    expect(onPage({ ...added, verb })).toMatchObject({ messages: [], changes: [change] });
  });

  test.each<[string, object]>([
    ["its own comment", { ...added, from: { id: PAGE.pageId, name: "Shop" } }],
    ["a like", { ...added, item: "reaction" }],
    ["an unknown verb", { ...added, verb: "mute" }],
    ["no id", { ...added, comment_id: undefined }],
  ])("is not read for %s", (_, value) => {
    expect(onPage(value)).toMatchObject({ messages: [], changes: [] });
  });

  test("is read only where comments are wanted, and only in its feed", () => {
    expect(onPage(added, false)).toMatchObject({ messages: [] });
    expect(onPage(added, true, "mention")).toMatchObject({ messages: [] });
  });
});

describe("an Instagram account", () => {
  const said = { id: "18", text: "In red?", from: { id: "999", username: "ida.l" }, media: { id: "17" } };

  test.each(["comments", "live_comments"])("gives %s as messages of their threads", (field) => {
    expect(onInstagram(said, field)?.messages).toMatchObject([
      {
        senderId: "999",
        identities: [{ scope: `instagram:${ACCOUNT.accountId}:comments`, externalId: "999" }],
        externalConversationId: "comment:18",
        content: "In red?",
        profile: { name: "ida.l" },
        providerAt: AT,
        comment: { postId: "17" },
      },
    ]);
    expect(onInstagram({ ...said, parent_id: "12" }, field)?.messages).toMatchObject([
      { externalConversationId: "comment:12", replyTo: { id: "12" } },
    ]);
  });

  test("may give no more than an id and a text", () => {
    expect(onInstagram({ id: "18", text: "In red?" })?.messages).toMatchObject([
      { senderId: "comment:18", content: "In red?", ad: null, comment: { postId: null } },
    ]);
    expect(onInstagram({ ...said, from: { id: ACCOUNT.accountId } })?.messages).toEqual([]);
  });
});
