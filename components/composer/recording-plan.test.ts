import { describe, expect, test } from "vitest";
import { recordingPlan } from "./recording-plan.ts";

/** The types for which browsers' MediaRecorder.isTypeSupported returns true. */
const CHROMIUM = ["audio/webm;codecs=opus", "audio/mp4;codecs=opus"];
const CHROME = [...CHROMIUM, "audio/mp4;codecs=mp4a.40.2"];
const FIREFOX = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus"];
const OLD_SAFARI = ["audio/mp4;codecs=mp4a.40.2"];

const sounds = (contentTypes: string[], voiceType: string | null = null) => ({
  media: [
    { kind: "image", contentTypes: ["image/png"], voiceType: null },
    { kind: "audio", contentTypes, voiceType },
  ],
});
const WHATSAPP = sounds(["audio/mpeg", "audio/ogg", "audio/aac", "audio/amr", "audio/mp4"], "audio/ogg");
const INSTAGRAM = sounds(["audio/aac", "audio/mp4"]);
const WEB_CHAT = sounds(["audio/mpeg", "audio/ogg", "audio/aac", "audio/amr", "audio/mp4", "audio/webm"]);

const plan = (channel: ReturnType<typeof sounds>, browser: string[]) => {
  const found = recordingPlan(channel, (type) => browser.includes(type));
  return found && `${found.recorded} → ${found.contentType}${found.isRepacked ? ", repacked" : ""}`;
};

describe("a voice message is recorded as the channel's clients can hear it", () => {
  test.each([
    ["WhatsApp in Chromium", WHATSAPP, CHROMIUM, "audio/webm;codecs=opus → audio/ogg, repacked"],
    ["WhatsApp in Chrome", WHATSAPP, CHROME, "audio/webm;codecs=opus → audio/ogg, repacked"],
    ["WhatsApp in Firefox", WHATSAPP, FIREFOX, "audio/ogg;codecs=opus → audio/ogg"],
    ["WhatsApp in an old Safari", WHATSAPP, OLD_SAFARI, "audio/mp4;codecs=mp4a.40.2 → audio/mp4"],
    ["Instagram in Chrome", INSTAGRAM, CHROME, "audio/mp4;codecs=mp4a.40.2 → audio/mp4"],
    ["Instagram in Chromium without AAC", INSTAGRAM, CHROMIUM, null],
    ["Instagram in Firefox", INSTAGRAM, FIREFOX, null],
    ["web chat in Chrome", WEB_CHAT, CHROME, "audio/mp4;codecs=mp4a.40.2 → audio/mp4"],
    ["web chat in Firefox", WEB_CHAT, FIREFOX, "audio/ogg;codecs=opus → audio/ogg"],
    ["web chat in Chromium", WEB_CHAT, CHROMIUM, "audio/webm;codecs=opus → audio/ogg, repacked"],
    ["a channel of webm only", sounds(["audio/webm"]), CHROMIUM, "audio/webm;codecs=opus → audio/webm"],
  ])("%s", (_, channel, browser, expected) => {
    expect(plan(channel, browser)).toBe(expected);
  });

  test("a channel that takes no sounds has no way", () => {
    expect(recordingPlan({ media: [] }, () => true)).toBeNull();
  });
});
