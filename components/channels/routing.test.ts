import { describe, expect, test } from "vitest";
import {
  handoverPatch,
  ratingPatch,
  readHandover,
  readRating,
  readRouting,
  routingPatch,
  withStart,
} from "./routing.ts";

const ANA = "018f0000-0000-7000-8000-000000000001";

describe("routing", () => {
  test("comes back as it was saved", () => {
    const properties = {
      start: "AGENT_BY_COUNTRY_CODE",
      assigneeId: ANA,
      byCountryCodeConfig: [{ code: "PL", assigneeId: ANA }],
    };
    expect(routingPatch(readRouting(properties))).toEqual(properties);
  });

  test("of a new channel is nothing, and nothing takes away what was there", () => {
    expect(readRouting({})).toEqual({ start: null, assigneeId: null, rules: [] });
    expect(routingPatch({ start: null, assigneeId: null, rules: [] })).toEqual({
      start: null,
      assigneeId: null,
      byCountryCodeConfig: null,
    });
  });

  test("leaves out rules that are not finished, and writes codes in capitals", () => {
    const rules = [
      { code: " pl", assigneeId: ANA },
      { code: "", assigneeId: ANA },
      { code: "DE", assigneeId: null },
    ];
    expect(routingPatch({ start: "AGENT_BY_COUNTRY_CODE", assigneeId: null, rules })).toMatchObject({
      byCountryCodeConfig: [{ code: "PL", assigneeId: ANA }],
    });
  });

  test("names nobody of the other kind after a change between agents and assistants", () => {
    const rules = [{ code: "PL", assigneeId: ANA }];
    const toAgents = { start: "AGENT_BY_COUNTRY_CODE", assigneeId: ANA, rules };
    expect(withStart(toAgents, "AGENT")).toEqual({ start: "AGENT", assigneeId: ANA, rules });
    const toAssistants = withStart(toAgents, "AI_BY_COUNTRY_CODE");
    expect(toAssistants).toEqual({
      start: "AI_BY_COUNTRY_CODE",
      assigneeId: null,
      rules: [{ code: "PL", assigneeId: null }],
    });
    expect(withStart({ ...toAssistants, assigneeId: ANA }, "AI")).toMatchObject({ start: "AI", assigneeId: ANA });
    expect(withStart({ start: "AI", assigneeId: ANA, rules: [] }, null)).toMatchObject({ assigneeId: null });
  });

  test.each([null, "AUTO", 7, [], { byCountryCodeConfig: "PL" }, { byCountryCodeConfig: [null, 1] }])(
    "does not stumble over %j",
    (properties) => {
      expect(readRouting(properties).start).toBeNull();
      expect(readHandover(properties)).toEqual({ toAgentId: null, message: "", keywords: [] });
    },
  );
});

describe("handover and rating", () => {
  test("an empty handover is taken away", () => {
    expect(handoverPatch({ toAgentId: null, message: " ", keywords: [] })).toEqual({ handover: null });
    expect(handoverPatch({ toAgentId: null, message: "Hold on", keywords: ["human"] })).toEqual({
      handover: { toAgentId: null, message: "Hold on", keywords: ["human"] },
    });
  });

  test("a rating begins with a scale of five", () => {
    expect(readRating({})).toEqual({ enabled: false, question: "", scale: 5, thanks: "" });
    expect(ratingPatch({ enabled: true, question: "How was it?", scale: 5, thanks: "" })).toEqual({
      rating: { enabled: true, question: "How was it?", scale: 5, thanks: null },
    });
  });
});
