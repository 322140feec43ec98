import { deleteWorkspace } from "../workspaces/delete-workspace.ts";
import { getWorkspaceSettings } from "../workspaces/get-workspace-settings.ts";
import { patchWorkspaceSettings } from "../workspaces/patch-workspace-settings.ts";
import type { Settings } from "../workspaces/access.ts";
import { builder, needs } from "./builder.ts";

const WorkspaceTestNumber = builder.objectRef<{ phone: string; active: boolean }>("WorkspaceTestNumber").implement({
  fields: (t) => ({ phone: t.exposeString("phone"), active: t.exposeBoolean("active") }),
});

const WorkspaceSettings = builder.objectRef<Settings>("WorkspaceSettings").implement({
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    convTTL: t.exposeInt("convTTL", { nullable: true }),
    testNums: t.field({ type: [WorkspaceTestNumber], resolve: (settings) => settings.testNumbers }),
    optOutKeyword: t.exposeString("optOutKeyword", { nullable: true }),
    autoUnarchiveOnMessage: t.exposeBoolean("autoUnarchiveOnMessage"),
  }),
});

const WorkspaceTestNumberInput = builder.inputType("WorkspaceTestNumberInput", {
  fields: (t) => ({ phone: t.string({ required: true }), active: t.boolean({ required: true }) }),
});

const WorkspaceSettingsInput = builder.inputType("WorkspaceSettingsInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const WorkspaceSettingsPatchInput = builder.inputType("WorkspaceSettingsPatchInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    convTTL: t.int(),
    testNums: t.field({ type: [WorkspaceTestNumberInput] }),
    optOutKeyword: t.string(),
    autoUnarchiveOnMessage: t.boolean(),
  }),
});

const WorkspaceDeleteInput = builder.inputType("WorkspaceDeleteInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

builder.queryField("workspaceSettings", (t) =>
  t.field({
    type: WorkspaceSettings,
    args: { input: t.arg({ type: WorkspaceSettingsInput, required: true }) },
    resolve: (_, _args, { ctx }) => getWorkspaceSettings(ctx),
  }),
);

builder.mutationField("patchWorkspaceSettings", (t) =>
  t.field({
    ...needs("MANAGE_WORKSPACE"),
    type: WorkspaceSettings,
    args: { input: t.arg({ type: WorkspaceSettingsPatchInput, required: true }) },
    resolve: (_, { input }, { ctx }) => patchWorkspaceSettings(ctx, input),
  }),
);

builder.mutationField("deleteWorkspace", (t) =>
  t.field({
    ...needs("DELETE_WORKSPACE"),
    type: "Boolean",
    args: { input: t.arg({ type: WorkspaceDeleteInput, required: true }) },
    resolve: (_, _args, { ctx }) => deleteWorkspace(ctx),
  }),
);
