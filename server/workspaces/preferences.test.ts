import { expect, test } from "vitest";
import { createTestMember, createTestWorkspace } from "../testing/factories.ts";

const SET = `mutation ($input: PreferencesSetInput!) { setPreferences(input: $input) { preferences } }`;
const VIEWER = `query ($input: ViewerInput!) { viewer(input: $input) { preferences } }`;
type Kept = { preferences: Record<string, unknown> };

test("a person's preferences are kept with their account, each key by itself", async () => {
  const { workspaceId, api } = await createTestWorkspace();
  const person = await createTestMember(workspaceId, "AGENT");
  const colleague = await createTestMember(workspaceId, "AGENT");
  await person.api.ok<Kept>(SET, { preferences: { density: "compact", undoSeconds: 0 } });
  const after = await person.api.ok<Kept>(SET, { preferences: { density: null, keys: { end: "x" } } });
  expect(after.preferences).toEqual({ undoSeconds: 0, keys: { end: "x" } });
  expect((await person.api.ok<Kept>(VIEWER)).preferences).toEqual(after.preferences);
  expect((await colleague.api.ok<Kept>(VIEWER)).preferences).toEqual({});

  const refusals: [unknown, string][] = [
    [{ densty: "compact" }, "input.preferences"],
    [{ density: "loose" }, "input.preferences.density"],
    [{ undoSeconds: 16 }, "input.preferences.undoSeconds"],
    [{ panes: { list: 299 } }, "input.preferences.panes.list"],
    [{ quietHours: { from: "25:00", to: "07:00" } }, "input.preferences.quietHours.from"],
    ["compact", "input.preferences"],
  ];
  for (const [preferences, path] of refusals)
    expect(await person.api.refusal(SET, { preferences })).toMatchObject({ code: "BAD_INPUT", paths: [path] });
  expect((await person.api.ok<Kept>(VIEWER)).preferences).toEqual(after.preferences);
  expect(await api.refusal(SET, { preferences: {} })).toMatchObject({ code: "NOT_FOUND" });
});
