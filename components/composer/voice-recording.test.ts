import { describe, expect, test } from "vitest";
import { loudness, troubleOf } from "./voice-recording.ts";

describe("loudness", () => {
  test.each([
    ["silence", [0, 0, 0, 0], 0],
    ["nothing at all", [], 0],
    ["the loudest", [1, -1, 1, -1], 1],
    ["a tenth of it, 20 dB less", [0.1, -0.1, 0.1, -0.1], 0.6],
    ["what is quieter than is shown", [0.001, -0.001], 0],
  ])("of %s", (_, samples, level) => {
    expect(loudness(samples)).toBeCloseTo(level, 5);
  });
});

describe("what stood against a recording", () => {
  test.each([
    ["NotAllowedError", "refused"],
    ["NotFoundError", "noMicrophone"],
    ["NotReadableError", "busy"],
    ["InvalidStateError", "failed"],
  ])("%s is %s", (name, trouble) => {
    expect(troubleOf(new DOMException("", name))).toBe(trouble);
  });

  test("anything else failed", () => {
    expect(troubleOf(new Error("no"))).toBe("failed");
  });
});
