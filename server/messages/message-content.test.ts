import { describe, expect, test } from "vitest";
import type { Channel } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import { AppError } from "../errors.ts";
import { IntegrationType as CHANNEL_TYPES, type IntegrationType, type MessageType } from "../generated/prisma/enums.ts";
import { checkContent } from "./message-content.ts";

const ORIGIN = "http://localhost:3000";

const GOOD: Record<Exclude<MessageType, "template">, string> = {
  text: "Hi",
  note: "Hi",
  image: "https://cdn.example/a.jpg",
  audio: "https://cdn.example/a.ogg",
  video: "https://cdn.example/a.mp4",
  document: "https://cdn.example/a.pdf",
  location: '{"latitude":1,"longitude":2}',
  contacts: '[{"name":"Ana","phones":["+1"]}]',
  interactive: '{"body":"?","buttons":[{"id":"y","title":"Yes"}]}',
};

function problemOf(
  channel: IntegrationType | Channel,
  type: MessageType,
  content: string,
  more: { caption?: string; replyToMessageId?: string } = {},
): string | null {
  try {
    const rules = typeof channel === "string" ? channelOf(channel) : channel;
    checkContent({ type, content, noteType: null, ...more }, rules, ORIGIN);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "BAD_INPUT") throw error;
    return error.message;
  }
}

/** What each channel cannot send (providers' protocols). It can send every other type. */
const CANNOT: Record<IntegrationType, MessageType[]> = {
  WHATSAPP: [],
  WA_GATEWAY: [],
  CUSTOM: [],
  TELEGRAM: [],
  FACEBOOK: ["location", "contacts"],
  WEBCHAT: ["location", "contacts"],
  INSTAGRAM: ["location", "contacts"],
};

describe.each(Object.values(CHANNEL_TYPES))("%s", (channel) => {
  test.each(Object.entries(GOOD) as [MessageType, string][])("%s", (type, content) => {
    const expected = CANNOT[channel].includes(type)
      ? `${channelOf(channel).name} cannot send messages of type ${type}`
      : null;
    expect(problemOf(channel, type, content)).toBe(expected);
  });

  test("a template is sent by its own operations", () => {
    expect(problemOf(channel, "template", "welcome")).toBe("a template is sent with startConv or sendNotification");
  });

  test("a text as long as the channel takes, counted in characters", () => {
    const { maxTextLength, maxTextBytes } = channelOf(channel);
    const letter = maxTextBytes === null ? "👍" : "x";
    expect(problemOf(channel, "text", letter.repeat(maxTextLength))).toBeNull();
    expect(problemOf(channel, "text", letter.repeat(maxTextLength + 1))).toBe(
      `content may have at most ${maxTextLength} characters, but has ${maxTextLength + 1}`,
    );
    expect(problemOf(channel, "note", "x".repeat(4_096))).toBeNull();
  });
});

test.each<[MessageType, string, string]>([
  ["image", "", "https address"],
  ["image", "photo.jpg", "https address"],
  ["video", "http://cdn.example/a.mp4", "https address"],
  ["audio", "javascript:alert(1)", "https address"],
  ["document", "data:text/html,x", "https address"],
  ["location", "Lisbon", "must be JSON text"],
  ["location", '{"latitude":"1","longitude":2}', "latitude: "],
  ["location", '{"latitude":1}', "longitude: "],
  ["location", '{"latitude":1,"longitude":181}', "longitude: "],
  ["contacts", '{"name":"Ana","phones":["+1"]}', "does not fit"],
  ["contacts", "[]", "does not fit"],
  ["contacts", '[{"name":"","phones":["+1"]}]', "0.name: "],
  ["contacts", '[{"name":"Ana","phones":[]}]', "0.phones: "],
  ["interactive", '{"body":""}', "body: "],
  ["interactive", '{"body":"?","buttons":[]}', "buttons: "],
  ["interactive", '{"body":"?","buttons":[{"id":"y"}]}', "buttons.0.title: "],
  [
    "interactive",
    '{"body":"?","list":{"button":"Open","sections":[{"title":"A","rows":[]}]}}',
    "list.sections.0.rows: ",
  ],
  ["interactive", "null", "does not fit"],
])("%s %j is refused with what is wrong", (type, content, words) => {
  expect(problemOf("CUSTOM", type, content)).toContain(words);
});

test("the service's own uploads may be sent although a trial has no https", () => {
  expect(problemOf("CUSTOM", "image", `${ORIGIN}/uploads/1/a.jpg`)).toBeNull();
  expect(problemOf("CUSTOM", "image", "http://localhost:3000.evil.example/a.jpg")).toContain("https address");
});

test("Instagram counts bytes", () => {
  expect(problemOf("INSTAGRAM", "text", "é".repeat(500))).toBeNull();
  expect(problemOf("INSTAGRAM", "text", "é".repeat(602))).toBe("Instagram takes 1,000 bytes of text; this has 1,204");
  expect(problemOf("INSTAGRAM", "note", "é".repeat(2_000))).toBeNull();
});

describe("a caption", () => {
  const withCaption = (channel: IntegrationType, type: MessageType, caption: string) =>
    problemOf(channel, type, GOOD[type as keyof typeof GOOD], { caption });

  test("goes with a file, where the channel takes one, as long as it takes", () => {
    expect(withCaption("WHATSAPP", "image", "é".repeat(1_024))).toBeNull();
    expect(withCaption("WHATSAPP", "image", "é".repeat(1_025))).toBe(
      "WhatsApp takes captions of at most 1,024 characters; this has 1,025",
    );
    expect(withCaption("TELEGRAM", "document", "The bill")).toBeNull();
    expect(withCaption("TELEGRAM", "document", "a\u0000b")).toContain("NUL");
  });

  test("is refused with texts, with channels that take none, and with WhatsApp's sounds", () => {
    expect(withCaption("WHATSAPP", "text", "x")).toContain("goes with an image, audio, video or document only");
    expect(withCaption("INSTAGRAM", "image", "x")).toBe(
      "Instagram takes files without a caption; send the text as a message of its own",
    );
    expect(withCaption("WHATSAPP", "audio", "x")).toBe(
      "WhatsApp takes messages of type audio without a caption; send the text as a message of its own",
    );
  });

  test("that is empty is none", () => {
    expect(withCaption("INSTAGRAM", "image", "")).toBeNull();
  });
});

test("an answer to a message is refused where the channel cannot show which", () => {
  const answer = { replyToMessageId: crypto.randomUUID() };
  const mute = { ...channelOf("CUSTOM"), replyContext: false };
  expect(problemOf("CUSTOM", "text", "Yes", answer)).toBeNull();
  expect(problemOf(mute, "text", "Yes", answer)).toBe("A custom channel cannot show which message is answered");
  expect(problemOf(mute, "note", "Yes", answer)).toBeNull();
});
