import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { attachmentKind, attachmentProblem, changesGifs, messagesOf } from "./attachments.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
const instagram = {
  name: "Instagram",
  maxCaptionLength: null,
  media: [
    { kind: "image", contentTypes: ["image/png", "image/jpeg"], maxBytes: 8_000_000, caption: true },
    { kind: "document", contentTypes: ["application/pdf"], maxBytes: 25_000_000, caption: true },
  ],
};
const whatsapp = {
  name: "WhatsApp",
  maxCaptionLength: 10,
  media: [
    { kind: "image", contentTypes: ["image/jpeg"], maxBytes: 5_000_000, caption: true },
    { kind: "audio", contentTypes: ["audio/ogg"], maxBytes: 16_000_000, caption: false },
  ],
};

test("a channel of pictures and videos that accepts no GIFs gets them in another form", () => {
  const rule = (kind: string, ...contentTypes: string[]) => ({ kind, contentTypes, maxBytes: 1, caption: true });
  expect(changesGifs({ media: [rule("image", "image/png"), rule("video", "video/mp4")] }, true)).toBe(true);
  expect(changesGifs({ media: [rule("image", "image/png"), rule("video", "video/mp4")] }, false)).toBe(false);
  expect(changesGifs({ media: [rule("image", "image/png", "image/gif"), rule("video", "video/mp4")] }, true)).toBe(
    false,
  );
  expect(changesGifs({ media: [rule("image", "image/png")] }, true)).toBe(false);
  expect(changesGifs({ media: [] }, true)).toBe(false);
});

test.each([
  ["image/png", "image"],
  ["audio/ogg; codecs=opus", "audio"],
  ["video/mp4", "video"],
  ["application/pdf", "document"],
  ["text/plain", "document"],
  ["", "document"],
])("%s is %s", (contentType, kind) => {
  expect(attachmentKind(contentType)).toBe(kind);
});

describe("what a channel does not take is said when it is attached", () => {
  test.each([
    ["a picture that fits", "image/jpeg", 8_000_000, null],
    ["one that is too large", "image/jpeg", 12_000_000, "Instagram takes images of up to 8 MB; this one has 12 MB"],
    ["one of another type", "image/webp", 10, "Instagram does not accept images of this type; it takes PNG, JPEG"],
    ["a sheet", "application/vnd.ms-excel", 10, "Instagram does not accept documents of this type; it takes PDF"],
    ["a kind that it does not know", "video/mp4", 10, "Instagram does not accept videos"],
    ["nothing", "image/png", 0, "This file is empty"],
  ])("%s", (_, type, size, problem) => {
    expect(attachmentProblem({ name: "a", type, size }, instagram, t)).toBe(problem);
  });

  test("parameters of a type do not matter", () => {
    expect(attachmentProblem({ name: "a", type: "audio/ogg; codecs=opus", size: 1 }, whatsapp, t)).toBeNull();
  });
});

describe("text and files as messages", () => {
  const photo = { kind: "image", url: "/a.jpg", name: "a.jpg" } as const;
  const sound = { kind: "audio", url: "/b.ogg", name: "b.ogg" } as const;
  const text = { type: "text", caption: null, fileName: null };
  const file = { type: "image", content: "/a.jpg", caption: null, fileName: "a.jpg" };
  const audio = { type: "audio", content: "/b.ogg", caption: null, fileName: "b.ogg" };

  test.each([
    ["text alone", "Hi", [], whatsapp, [{ ...text, content: "Hi" }]],
    ["a file alone", "", [photo], whatsapp, [file]],
    ["a short text goes with the first file", "Hi", [photo, photo], whatsapp, [{ ...file, caption: "Hi" }, file]],
    ["a longer one before it", "Hi there, you", [photo], whatsapp, [{ ...text, content: "Hi there, you" }, file]],
    ["sounds take none", "Hi", [sound], whatsapp, [{ ...text, content: "Hi" }, audio]],
    ["nor does a channel without captions", "Hi", [photo], instagram, [{ ...text, content: "Hi" }, file]],
  ])("%s", (_, words, files, channel, expected) => {
    expect(messagesOf(words, files, channel)).toEqual(expected);
  });
});
