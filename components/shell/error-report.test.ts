import { expect, test } from "vitest";
import { errorReport } from "./error-report.ts";

const at = new Date("2026-11-22T07:00:00Z");
const address = "/1/inbox";

test("an error of the server is quoted by its digest, which its log has too", () => {
  const error = Object.assign(new Error("An error occurred in the Server Components render."), { digest: "2749581" });
  expect(errorReport({ error, address, at })).toEqual({
    reference: "2749581",
    copied: "2749581\n2026-11-22T07:00:00.000Z\n/1/inbox",
  });
});

test("one of the browser by its kind and the time, with its words", () => {
  const { reference, copied } = errorReport({ error: new TypeError("x is undefined"), address, at });
  expect(reference).toBe("TypeError 2026-11-22T07:00:00.000Z");
  expect(copied).toContain("x is undefined");
});

test("what is thrown need not be an error", () => {
  expect(errorReport({ error: "no", address, at }).reference).toBe("string 2026-11-22T07:00:00.000Z");
});
