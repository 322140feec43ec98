import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { createElement, type ContextType, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DrawnAt } from "../i18n/drawn-at.ts";
import { en } from "../i18n/messages/en.ts";
import { WorkspaceProvider } from "../shell/workspace.tsx";
import { BubbleActions, type MessageActions } from "./bubble-actions.tsx";
import { InboxContext } from "../inbox/inbox-context.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import type { Bubble } from "../thread/use-thread.ts";

const at = "2026-11-21T10:00:00Z";
const theirs: Bubble = {
  messageId: "m1",
  seq: 1,
  convId: "c1",
  integrationId: "i1",
  content: "Hello",
  caption: null,
  type: "text",
  noteType: null,
  contentWording: null,
  errorWording: null,
  language: null,
  isAgent: false,
  agentId: null,
  aiId: null,
  senderName: "Maria",
  status: "delivered",
  error: null,
  sendState: null,
  template: null,
  editedAt: null,
  removedAt: null,
  isUnsupported: false,
  templateText: null,
  sentElsewhere: false,
  hiddenAt: null,
  writerName: null,
  replyToMessageId: null,
  replyContext: null,
  reactions: [],
  media: null,
  resendOfId: null,
  sourceType: null,
  sourceUrl: null,
  ad: null,
  providerAt: null,
  createdAt: at,
  local: null,
};
const ours: Bubble = { ...theirs, isAgent: true, agentId: "ana", senderName: "Ana", status: "sent" };
const none: MessageActions = {
  reply: null,
  react: null,
  offered: [],
  note: null,
  question: null,
  commentsOf: null,
  hide: null,
  answerPrivately: null,
  jumpTo: null,
  sendTemplate: null,
  isTextRefused: false,
};
const all: MessageActions = {
  ...none,
  reply: () => undefined,
  react: () => undefined,
  offered: ["👍"],
  jumpTo: () => undefined,
  sendTemplate: () => undefined,
};

/** The bubble's text on the screen and for screen readers, without styles. */
function drawn(
  bubble: Bubble,
  { actions = none, permissions = [] as string[], quoted = null as Bubble | null, hasMarks = false } = {},
): string {
  const place = { first: true, last: true, quoted, wasSentAgain: false, hasMarks, isStop: false, linked: 0 };
  return onPage(createElement(MessageBubble, { bubble, actions, ...place }), permissions);
}

/** The buttons next to a hovered or focused bubble. */
function buttonsOf(bubble: Bubble, actions: MessageActions): string {
  return onPage(createElement(BubbleActions, { bubble, actions }), []);
}

function onPage(shown: ReactElement, permissions: string[]): string {
  const inbox = { workspaceId: 1, viewer: { agentId: "ana", permissions } } as unknown as ContextType<
    typeof InboxContext
  >;
  const inWorkspace = createElement(WorkspaceProvider, {
    workspaceId: 1,
    children: createElement(DrawnAt, { value: Date.now() }, createElement(InboxContext, { value: inbox }, shown)),
  });
  const inEnglish = createElement(NextIntlClientProvider, {
    locale: "en",
    messages: en,
    timeZone: "UTC",
    children: inWorkspace,
  });
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(QueryClientProvider, { client: new QueryClient() }, inEnglish)),
  ).replace(/<style.*?<\/style>/gs, "");
}

describe("what became of a message", () => {
  test("a customer's deletion, and the business's: nothing of it is left, nothing can be done", () => {
    const removed = { ...theirs, content: "", removedAt: at, editedAt: at };
    expect(drawn(removed, { actions: all })).toContain("The contact deleted this message");
    expect(drawn(removed, { actions: all })).not.toContain("Edited");
    expect(buttonsOf(theirs, all)).toMatch(/Reply to.*Copy/);
    expect(buttonsOf(removed, all)).toBe("");
    expect(drawn({ ...ours, content: "", removedAt: at })).toContain("This message was deleted for the contact");
  });

  test("edited, with a way to what it said before", () => {
    expect(drawn({ ...theirs, editedAt: at })).toMatch(/aria-label="Edited [^"]+\. Show the earlier text"/);
    expect(drawn(theirs)).not.toContain("Edited");
  });

  test("sent from the phone's app", () => {
    expect(drawn({ ...ours, sentElsewhere: true })).toContain("Sent outside this inbox");
  });

  test("what cannot be shown, and what came for those who look after the workspace", () => {
    const strange = { ...theirs, content: "[A hologram]", isUnsupported: true };
    expect(drawn(strange)).toContain("This kind of message cannot be shown here");
    expect(drawn(strange)).toContain("A hologram");
    expect(drawn(strange)).not.toContain("Show what came");
    expect(drawn(strange, { permissions: ["MANAGE_WORKSPACE"] })).toContain("Show what came");
  });
});

describe("marks", () => {
  test("are drawn where the channel's clients see them so, and in nobody's note", () => {
    const marked = { ...theirs, content: "*Ready* at `noon`" };
    expect(drawn(marked, { hasMarks: true })).toContain("<strong>Ready</strong> at <code>noon</code>");
    expect(drawn(marked)).toContain("*Ready* at `noon`");
    expect(drawn({ ...marked, type: "note", noteType: "internal" }, { hasMarks: true })).toContain("*Ready*");
  });
});

describe("files", () => {
  const file = {
    fileName: "bill.pdf",
    contentType: "application/pdf",
    sizeBytes: 340_000,
    state: "ready",
    error: null,
  };
  const bill: Bubble = { ...theirs, type: "document", content: "/uploads/1/x.pdf", media: file };

  test("a document by its name and size, its caption under it", () => {
    const html = drawn({ ...bill, caption: "For November" });
    for (const words of ["bill.pdf", "340 kB", "For November", 'href="/uploads/1/x.pdf"'])
      expect(html).toContain(words);
  });

  test("one that is on its way, and one that is lost with the reason", () => {
    expect(drawn({ ...bill, media: { ...file, state: "copying" } })).toContain("Fetching bill.pdf…");
    const lost = drawn({ ...bill, media: { ...file, state: "lost", error: "WhatsApp has deleted it" } });
    expect(lost).toContain("bill.pdf cannot be shown: WhatsApp has deleted it");
    expect(lost).not.toContain("href");
  });

  test("a sticker is no photo; a voice note has a player with a name", () => {
    const sticker = { ...file, fileName: null, contentType: "image/webp" };
    expect(drawn({ ...bill, type: "image", media: sticker })).toContain('alt="Sticker"');
    expect(drawn({ ...bill, type: "image", media: null })).toContain('alt="Photo"');
    expect(drawn({ ...bill, type: "audio", media: null })).toMatch(/role="group" aria-label="Audio"><audio/);
  });

  test("an address that could run is shown as text", () => {
    const html = drawn({ ...bill, media: null, content: "javascript:alert(1)" });
    expect(html).toContain("javascript:alert(1)");
    expect(html).not.toContain("href");
  });
});

describe("reactions", () => {
  const heart = { emoji: "❤️", isAgent: false, agentId: null, at, error: null };
  const thumb = { emoji: "👍", isAgent: true, agentId: "ana", at, error: null };

  test("the customer's is shown, the team's can be taken back where the channel can", () => {
    const both = { ...theirs, reactions: [heart, thumb] };
    expect(drawn(both, { actions: all })).toContain('aria-label="Maria reacted with ❤️"');
    expect(drawn(both, { actions: all })).toContain('aria-label="Your team reacted with 👍. Take it back"');
    expect(drawn(both)).not.toContain("Take it back");
  });

  test("what the provider says against it stands under it", () => {
    const refused = { ...theirs, reactions: [{ ...thumb, error: "The message is too old" }] };
    expect(drawn(refused)).toContain("The reaction was not shown: The message is too old");
  });

  test("React is offered for a customer's message only, where the channel can", () => {
    expect(buttonsOf(theirs, all)).toContain('aria-label="React to this message"');
    expect(buttonsOf(ours, all)).not.toContain("React to this message");
    expect(buttonsOf(theirs, none)).not.toContain("React to this message");
  });

  test("what can be done is not drawn before somebody comes to the message", () => {
    expect(drawn(theirs, { actions: all })).not.toContain('role="toolbar"');
  });
});

describe("how far it has come", () => {
  test.each([
    [{ status: "pending", sendState: "queued" }, "Waiting in the queue"],
    [{ status: "pending", sendState: "sending" }, "Sending"],
    [{ status: "pending", sendState: "unknown" }, "Checking whether it arrived"],
    [{ status: "sent" }, "Sent"],
    [{ status: "delivered" }, "Delivered"],
    [{ status: "read" }, "Read"],
    [{ status: "played" }, "Played"],
    [{ status: "failed", error: "Refused" }, "Not delivered"],
  ])("%j: %s", (way, label) => {
    expect(drawn({ ...ours, ...way })).toContain(`aria-label="${label}. Show attempts"`);
  });

  test("a message that should have been sent by now says so", () => {
    expect(drawn({ ...ours, status: "pending", createdAt: "2026-01-01T10:00:00Z" })).toMatch(
      /Not sent after [\d,]+ minutes/,
    );
    expect(drawn({ ...ours, status: "sent", createdAt: "2026-01-01T10:00:00Z" })).not.toContain("Not sent after");
  });

  test("where only a template would arrive, one is offered; sending it again only where that could help", () => {
    const failed = { ...ours, status: "failed", error: "More than 24 hours have passed (131047)" };
    expect(drawn(failed, { actions: all })).toContain("Use template");
    expect(drawn(failed, { actions: { ...all, isTextRefused: true } })).not.toContain("Send again");
    expect(drawn({ ...failed, error: "No such number" }, { actions: all })).not.toContain("Use template");
    expect(drawn({ ...failed, error: "No such number" }, { actions: all })).toContain("Send again");
    expect(drawn(failed)).not.toContain("Use template");
  });

  test("one that reached us late is marked, with both times", () => {
    expect(drawn({ ...theirs, providerAt: "2026-11-21T09:00:00Z" })).toMatch(
      /aria-label="Sent [^"]+, reached us [^"]+"/,
    );
    expect(drawn({ ...theirs, providerAt: at })).not.toContain("reached us");
  });
});

describe("where it comes from", () => {
  test("an advertisement, with its link", () => {
    const html = drawn({ ...theirs, sourceType: "ad", sourceUrl: "https://www.fb.me/x" });
    expect(html).toContain("Came from an ad");
    expect(html).toContain('href="https://www.fb.me/x"');
    expect(drawn({ ...theirs, sourceType: "ad", sourceUrl: "javascript:alert(1)" })).not.toContain("href");
  });

  test("what the advertisement says", () => {
    const ad = { headline: "Winter boots", text: "Dry feet until spring", pictureUrl: "https://x.invalid/ad.jpg" };
    const html = drawn({ ...theirs, sourceType: "ad", ad });
    expect(html).toContain(`/messages/${theirs.messageId}?url=${encodeURIComponent(ad.pictureUrl)}`);
    expect(html).toContain("Winter boots");
    expect(html).toContain("Dry feet until spring");
  });

  test("the message that it answers: one of ours, one that is none of ours, one that is not loaded", () => {
    expect(drawn({ ...theirs, replyToMessageId: "m0" }, { quoted: { ...ours, content: "Which size?" } })).toContain(
      "Which size?",
    );
    const story = drawn({ ...theirs, replyContext: { content: "Winter sale", type: "text" } });
    expect(story).toContain("A message outside this inbox");
    expect(story).toContain("Winter sale");
    expect(drawn({ ...theirs, replyToMessageId: "m0" })).toContain("Earlier message");
  });
});
