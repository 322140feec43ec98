import { expect } from "vitest";
import { inEnglish } from "../say.ts";
import { isSaid } from "./english.ts";

/** Lets a test compare a sentence with its English text, which is what the API returns. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (isSaid(one) && typeof other === "string") return inEnglish(one) === other;
    if (isSaid(other) && typeof one === "string") return inEnglish(other) === one;
    return undefined;
  },
]);
