import { afterEach, describe, expect, test, vi } from "vitest";
import { backoffMs } from "./backoff.ts";
import { acceptedTypes, checkFile, sizeText } from "./files.ts";
import { newId } from "./new-id.ts";
import { choiceContent, parseChoice, parsePlace, parseQuestion } from "./structured.ts";
import { dayText, timeText } from "./times.ts";
import { chooseWords } from "./words.ts";

const { words } = chooseWords(["en"]);

describe("files", () => {
  const media = {
    image: { contentTypes: ["image/png", "image/jpeg"], maxBytes: 1_000 },
    document: { contentTypes: ["application/pdf"], maxBytes: 5_000 },
  };

  test.each([
    [{ type: "image/png", size: 1_000 }, { kind: "image" }],
    [{ type: "APPLICATION/PDF; x=y", size: 4_000 }, { kind: "document" }],
    [
      { type: "image/png", size: 1_001 },
      { problem: "fileSize", maxBytes: 1_000 },
    ],
    [{ type: "image/png", size: 0 }, { problem: "fileEmpty" }],
    [{ type: "text/html", size: 10 }, { problem: "fileType" }],
    [{ type: "", size: 10 }, { problem: "fileType" }],
  ])("%j", (file, expected) => expect(checkFile(file, media)).toEqual(expected));

  test("the dialog offers what is taken", () => {
    expect(acceptedTypes(media)).toBe("image/png,image/jpeg,application/pdf");
  });

  test("sizes in words", () => {
    expect([5_000_000, 16_777_216].map((bytes) => sizeText(bytes, "en"))).toEqual(["5 MB", "16.8 MB"]);
    expect(sizeText(16_777_216, "de")).toBe("16,8 MB");
  });
});

describe("ids", () => {
  afterEach(() => void vi.unstubAllGlobals());

  test("are UUIDs, also where the browser makes none", () => {
    const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(newId()).toMatch(uuid);
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    const ids = Array.from({ length: 100 }, newId);
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(100);
  });
});

describe("structured messages", () => {
  test("a question with buttons and a list", () => {
    const content = {
      header: "Pick-up",
      body: "Where?",
      footer: "Until 19:00",
      buttons: [{ id: "a", title: "Here" }, { id: "", title: "no" }, "no"],
      list: { button: "More", sections: [{ title: "North", rows: [{ id: "b", title: "There", description: "far" }] }] },
    };
    expect(parseQuestion(JSON.stringify(content))).toEqual({
      header: "Pick-up",
      body: "Where?",
      footer: "Until 19:00",
      groups: [
        { title: "", options: [{ id: "a", title: "Here", description: null }] },
        { title: "North", options: [{ id: "b", title: "There", description: "far" }] },
      ],
    });
  });

  test("a choice goes out as it is read", () => {
    const content = choiceContent({ id: "a", title: "Here", description: null });
    expect(JSON.parse(content)).toEqual({ reply: { id: "a", title: "Here" } });
    expect(parseChoice(content)).toBe("Here");
  });

  test("places", () => {
    expect(parsePlace('{"latitude":59.9,"longitude":10.7,"address":"Oslo"}')).toEqual({
      latitude: 59.9,
      longitude: 10.7,
      name: "Oslo",
    });
  });

  test.each(["", "null", "[]", "{}", '"text"', "{", '{"body":1}', '{"latitude":"1"}'])(
    "%j is none of them",
    (content) => {
      expect([parseQuestion, parseChoice, parsePlace].map((parse) => parse(content))).toEqual([null, null, null]);
    },
  );
});

describe("times", () => {
  const now = new Date(2026, 2, 12, 0, 5);
  test.each([
    [new Date(2026, 2, 12, 0, 1), "Today"],
    [new Date(2026, 2, 11, 23, 59), "Yesterday"],
    [new Date(2026, 2, 9, 12), "Monday"],
    [new Date(2026, 0, 3, 12), "January 3"],
    [new Date(2025, 11, 31, 12), "December 31, 2025"],
    // The visitor's clock is slightly behind the server's.
    [new Date(2026, 2, 13, 0, 1), "March 13"],
  ])("%s is %s", (date, expected) => expect(dayText(date, "en", words, now)).toBe(expected));

  test("the hour in the visitor's way", () => {
    expect(timeText(new Date(2026, 2, 12, 15, 4), "de")).toBe("15:04");
  });
});

test("pauses grow to half a minute, and no two visitors come back at the same moment", () => {
  expect([1, 2, 3, 7, 50].map((attempt) => backoffMs(attempt, 1))).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
  expect(backoffMs(7, 0)).toBe(15_000);
});
