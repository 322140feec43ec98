import { expect } from "vitest";
import { inEnglish } from "../say.ts";
import { isSaid } from "./english.ts";

/** A test may compare a sentence with its English: what is held then is what the API says. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (isSaid(one) && typeof other === "string") return inEnglish(one) === other;
    if (isSaid(other) && typeof one === "string") return inEnglish(other) === one;
    return undefined;
  },
]);
