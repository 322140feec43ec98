import { beforeEach, describe, expect, test } from "vitest";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";

const PATCH = `mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) {
  convTTL sla { firstResponseMinutes nextResponseMinutes timeZone hours { day from to } } } }`;
const READ = `query ($input: WorkspaceSettingsInput!) { workspaceSettings(input: $input) {
  sla { firstResponseMinutes nextResponseMinutes timeZone hours { day from to } } } }`;
const NONE = { firstResponseMinutes: null, nextResponseMinutes: null, timeZone: "UTC", hours: [] };
const MONDAY = { day: 1, from: "09:00", to: "12:00" };

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
beforeEach(async () => {
  workspace = await createTestWorkspace();
});

describe("answer targets", () => {
  test("there are none at first; all are set at once, in the order of the week, and stay when something else changes", async () => {
    const { api, workspaceId } = workspace;
    expect(await api.ok(READ, {})).toEqual({ sla: NONE });
    const afternoon = { day: 1, from: "13:00", to: "24:00" };
    const sla = { firstResponseMinutes: 30, nextResponseMinutes: null, timeZone: "Asia/Kolkata" };
    await api.ok(PATCH, { sla: { ...sla, hours: [afternoon, MONDAY] } });
    const member = await createTestMember(workspaceId, "AGENT");
    expect(await member.api.ok(READ, {})).toEqual({ sla: { ...sla, hours: [MONDAY, afternoon] } });
    expect(await api.ok(PATCH, { convTTL: 5 })).toMatchObject({ convTTL: 5, sla: { firstResponseMinutes: 30 } });
    expect(await api.ok(PATCH, { sla: null })).toMatchObject({ convTTL: 5, sla: NONE });
  });

  test.each<[string, object, string]>([
    ["no minutes", { firstResponseMinutes: 0 }, "sla.firstResponseMinutes"],
    ["too many minutes", { nextResponseMinutes: 43_201 }, "sla.nextResponseMinutes"],
    ["a zone that there is not", { timeZone: "Europe/Atlantis" }, "sla.timeZone"],
    ["an offset, which Postgres reads the other way round", { timeZone: "+02:00" }, "sla.timeZone"],
    ["a day that there is not", { hours: [{ ...MONDAY, day: 8 }] }, "sla.hours.0.day"],
    ["no time of day", { hours: [{ ...MONDAY, from: "9" }] }, "sla.hours.0.from"],
    ["an end before the beginning", { hours: [{ ...MONDAY, to: "09:00" }] }, "sla.hours.0.to"],
    ["an overlap", { hours: [MONDAY, { day: 1, from: "11:59", to: "13:00" }] }, "sla.hours.1"],
    [
      "a target that the hours reach too late",
      { firstResponseMinutes: 2_161, hours: [MONDAY] },
      "sla.firstResponseMinutes",
    ],
  ])("%s is refused", async (_, sla, path) => {
    const { code, paths } = await workspace.api.refusal(PATCH, { sla });
    expect({ code, paths }).toEqual({ code: "BAD_INPUT", paths: [`input.${path}`] });
  });

  test("an agent sets none", async () => {
    const member = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    expect(await member.api.refusal(PATCH, { sla: null })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });
});
