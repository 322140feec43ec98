import { deleteWorkspace } from "../workspaces/delete-workspace.ts";
import { getWorkspaceSettings } from "../workspaces/get-workspace-settings.ts";
import { patchWorkspaceSettings } from "../workspaces/patch-workspace-settings.ts";
import { slaOf, type Sla as Targets, type SlaHours as Hours } from "../workspaces/sla.ts";
import { storageOf, type Storage as StorageOfWorkspace } from "../uploads/storage.ts";
import { builder } from "./builder.ts";
import { section } from "./operation.ts";

builder.prismaObject("WorkspaceTestNumber", {
  fields: (t) => ({ phone: t.exposeString("phone"), active: t.exposeBoolean("active") }),
});

const DAY = "1 (Monday) to 7 (Sunday).";
const TIME = 'A time of the day like "09:00"; "24:00" is its end.';
const FIRST = "Minutes within which a client's first message is to be answered; null: no such target.";
const NEXT = "The same for what they write after an answer.";
const ZONE = "IANA name, like Europe/Berlin: the clock of the hours.";
const HOURS = "When the minutes run; empty: round the clock.";

const SlaHours = builder.objectRef<Hours>("SlaHours").implement({
  fields: (t) => ({
    day: t.exposeInt("day", { description: DAY }),
    from: t.exposeString("from", { description: TIME }),
    to: t.exposeString("to", { description: TIME }),
  }),
});

const Sla = builder.objectRef<Targets>("Sla").implement({
  description: "Within what time clients are to be answered: by a person, an assistant or a program.",
  fields: (t) => ({
    firstResponseMinutes: t.exposeInt("firstResponseMinutes", { nullable: true, description: FIRST }),
    nextResponseMinutes: t.exposeInt("nextResponseMinutes", { nullable: true, description: NEXT }),
    timeZone: t.exposeString("timeZone", { description: ZONE }),
    hours: t.field({ type: [SlaHours], description: HOURS, resolve: ({ hours }) => hours }),
  }),
});

const Storage = builder.objectRef<StorageOfWorkspace>("Storage").implement({
  description: "The files that the workspace has stored.",
  fields: (t) => ({
    usedBytes: t.exposeFloat("usedBytes", { description: "At most 30 seconds old." }),
    quotaBytes: t.exposeFloat("quotaBytes", {
      nullable: true,
      description: "When it is used up, uploads are refused; files from clients are still kept. null: no quota.",
    }),
  }),
});

const WorkspaceSettings = builder.prismaObject("WorkspaceSettings", {
  fields: (t) => ({
    workspaceId: t.exposeInt("workspaceId"),
    id: t.exposeID("id"),
    name: t.string({
      description: "Of the workspace.",
      select: { workspace: { select: { name: true } } },
      resolve: ({ workspace }) => workspace.name,
    }),
    convTTL: t.exposeInt("convTTL", { nullable: true }),
    testNums: t.relation("testNumbers", { query: { orderBy: { position: "asc" } } }),
    optOutKeyword: t.exposeString("optOutKeyword", { nullable: true }),
    optInKeyword: t.exposeString("optInKeyword", {
      nullable: true,
      description: "A client who opted out and sends it gets broadcasts and notifications again.",
    }),
    autoUnarchiveOnMessage: t.exposeBoolean("autoUnarchiveOnMessage"),
    sla: t.field({ type: Sla, resolve: slaOf }),
    storage: t.field({ type: Storage, resolve: (_settings, _input, { ctx }) => storageOf(ctx) }),
    requiresTwoFactor: t.boolean({
      description: "Everybody who signs in must have two-factor sign-in. API keys are not touched.",
      resolve: ({ twoFactorRequiredAt }) => twoFactorRequiredAt !== null,
    }),
  }),
});

const WorkspaceTestNumberInput = builder.inputType("WorkspaceTestNumberInput", {
  fields: (t) => ({ phone: t.string({ required: true }), active: t.boolean({ required: true }) }),
});

const SlaHoursInput = builder.inputType("SlaHoursInput", {
  fields: (t) => ({
    day: t.int({ required: true, description: DAY }),
    from: t.string({ required: true, description: TIME }),
    to: t.string({ required: true, description: TIME }),
  }),
});

const SlaInput = builder.inputType("SlaInput", {
  fields: (t) => ({
    firstResponseMinutes: t.int({ description: FIRST }),
    nextResponseMinutes: t.int({ description: NEXT }),
    timeZone: t.string({ description: `${ZONE} Left out: UTC.` }),
    hours: t.field({ type: [SlaHoursInput], description: HOURS }),
  }),
});

const { query, mutation } = section(builder, "Workspace");

query("workspaceSettings", getWorkspaceSettings, {
  type: WorkspaceSettings,
  says: "The workspace's settings.",
  example: {},
});

mutation("patchWorkspaceSettings", patchWorkspaceSettings, {
  type: WorkspaceSettings,
  input: (t) => ({
    name: t.string({ description: "Of the workspace." }),
    convTTL: t.int(),
    testNums: t.field({ type: [WorkspaceTestNumberInput] }),
    optOutKeyword: t.string(),
    optInKeyword: t.string({ description: "null: only a team member can allow broadcasts and notifications again." }),
    autoUnarchiveOnMessage: t.boolean(),
    sla: t.field({ type: SlaInput, description: "Takes the place of all that was set before; null: no targets." }),
    requiresTwoFactor: t.boolean({
      description: "The owner alone sets it, once their own is on. Who has none sets it up at their next sign-in.",
    }),
  }),
  says: "Changes the settings that are given; those who wait already are reckoned by new targets (sla) within a minute.",
  example: {
    name: "Northlight Home",
    convTTL: 48,
    optOutKeyword: "STOP",
    testNums: [{ phone: "+48 600 100 200", active: true }],
    sla: {
      firstResponseMinutes: 30,
      nextResponseMinutes: 60,
      timeZone: "Europe/Warsaw",
      hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "17:00" })),
    },
  },
});

mutation("deleteWorkspace", deleteWorkspace, {
  type: "Boolean",
  says: "Deletes the workspace: its keys and channels stop at once; for its owner.",
  example: {},
  signedIn: true,
});
