import { describe, expect, test } from "vitest";
import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en.ts";
import {
  changedProperties,
  newProperties,
  propertyProblems,
  readProperties,
  type PropertyValues,
} from "./properties.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "assistants" });

const filled = (values: Partial<PropertyValues>): PropertyValues => ({ ...readProperties({}), ...values });

describe("what a form shows", () => {
  test("of a stored key is its mask, and never as something typed", () => {
    expect(readProperties({ apiKey: "•••7d6c", model: "m", temperature: 0 })).toMatchObject({
      storedKey: "•••7d6c",
      apiKey: "",
      model: "m",
      temperature: 0,
    });
  });

  test.each([null, 7, [], "text", { gather: "email", tagging: { enabled: 1 }, headers: [], temperature: "hot" }])(
    "does not stumble over %j",
    (properties) => {
      expect(readProperties(properties)).toEqual(filled({}));
    },
  );
});

describe("what is saved", () => {
  test("of a new assistant is what was filled in, trimmed, and nothing of another type", () => {
    const values = filled({ apiKey: " sk-1 ", model: " m ", endpoint: "https://example.com", handsOver: true });
    expect(newProperties("provider_a", values)).toEqual({ apiKey: "sk-1", model: "m" });
    expect(newProperties("custom", values)).toEqual({ endpoint: "https://example.com" });
    expect(newProperties("builtIn", values)).toEqual({ handover: { enabled: true } });
  });

  test("of a change is what differs: a key that was not typed stays, an emptied text is taken away", () => {
    const before = readProperties({ apiKey: "•••7d6c", model: "m", instructions: "Be brief", temperature: 1 });
    expect(changedProperties("provider_a", before, before)).toEqual({});
    expect(changedProperties("provider_a", before, { ...before, instructions: " ", temperature: 0 })).toEqual({
      instructions: null,
      temperature: 0,
    });
    expect(changedProperties("provider_a", before, { ...before, apiKey: "sk-2" })).toEqual({ apiKey: "sk-2" });
  });

  test("headers go back masked, as they are kept by", () => {
    const before = readProperties({ endpoint: "https://example.com", headers: { authorization: "•••" } });
    const headers = [...before.headers, { id: "new", name: "x-team", value: "shop" }];
    expect(changedProperties("custom", before, { ...before, headers })).toEqual({
      headers: { authorization: "•••", "x-team": "shop" },
    });
    expect(changedProperties("custom", before, { ...before, headers: [] })).toEqual({ headers: null });
  });

  test("asking back is off unless it is switched on", () => {
    const before = readProperties({ clarify: { enabled: true } });
    expect(before.asksBack).toBe(true);
    expect(changedProperties("builtIn", before, { ...before, asksBack: false })).toEqual({ clarify: null });
    expect(newProperties("builtIn", filled({ asksBack: true }))).toMatchObject({ clarify: { enabled: true } });
  });

  test("tags stay chosen while tagging is off", () => {
    const before = readProperties({ tagging: { enabled: true, tags: ["vip"] }, gather: ["email"] });
    expect(changedProperties("builtIn", before, { ...before, tags: false, gather: [] })).toEqual({
      tagging: { enabled: false, tags: ["vip"] },
      gather: null,
    });
  });
});

describe("what is missing is said before the service is asked", () => {
  test("a stored key is enough", () => {
    expect(propertyProblems("provider_a", filled({}), t)).toEqual({
      apiKey: "Enter the key",
      model: "Name the model",
    });
    expect(propertyProblems("provider_b", filled({ storedKey: "•••", model: "guide" }), t)).toEqual({});
  });

  test("an address has to be one", () => {
    expect(Object.keys(propertyProblems("custom", filled({ endpoint: "example.com" }), t))).toEqual(["endpoint"]);
    const values = filled({ apiKey: "k", model: "m", baseUrl: "ftp://example.com" });
    expect(Object.keys(propertyProblems("provider_a", values, t))).toEqual(["baseUrl"]);
    expect(propertyProblems("builtIn", filled({}), t)).toEqual({});
  });
});
