import { auditActorName } from "../workspaces/audit-names.ts";
import { changePassword } from "../workspaces/change-password.ts";
import { listAuditEntries } from "../workspaces/list-audit-entries.ts";
import { listSessions } from "../workspaces/list-sessions.ts";
import { revokeSessions } from "../workspaces/revoke-sessions.ts";
import { builder } from "./builder.ts";
import { section, inputFields } from "./operation.ts";
import { listOf, pageOf } from "./pages.ts";
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  type TwoFactorState,
} from "../workspaces/two-factor.ts";

const AuditEntry = builder.prismaObject("AuditEntry", {
  fields: (t) => ({
    id: t.exposeID("id"),
    action: t.exposeString("action", { description: "The operation's name, like assignUserRole." }),
    actorKind: t.exposeString("actorKind", { description: "user, workspaceKey, agentKey or system." }),
    actorId: t.exposeID("actorId"),
    actorName: t.string({ resolve: (entry, _, { ctx }) => auditActorName(ctx, entry) }),
    targetId: t.exposeID("targetId", { nullable: true }),
    before: t.field({ type: "JSON", nullable: true, resolve: ({ before }) => before }),
    after: t.field({ type: "JSON", nullable: true, resolve: ({ after }) => after }),
    refusal: t.exposeString("refusal", {
      nullable: true,
      description: "The code under which it was refused; null: it was done.",
    }),
    address: t.exposeString("address", { nullable: true, description: "The IP address that the request came from." }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
  }),
});

const AuditEntryPage = pageOf(builder, AuditEntry);

const Session = builder.prismaObject("Session", {
  fields: (t) => ({
    id: t.exposeID("id"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    lastSeenAt: t.expose("lastSeenAt", { type: "DateTime" }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    userAgent: t.exposeString("userAgent", { nullable: true }),
    isCurrent: t.boolean({
      resolve: ({ id }, _, { ctx }) => ctx.actor.kind === "user" && ctx.actor.sessionId === id,
    }),
  }),
});

const SessionList = listOf(builder, Session);

const { query, mutation } = section(builder, "Workspace");

query("auditEntries", listAuditEntries, {
  type: AuditEntryPage,
  input: (t) => ({
    actions: t.stringList(),
    actorId: t.string({ description: "A user's or key's id, or SYSTEM." }),
    targetId: t.string({ description: "What was changed." }),
    refused: t.boolean({ description: "true: only what was refused; false: only what was done." }),
    startDate: t.field({ type: "DateTime" }),
    endDate: t.field({ type: "DateTime" }),
    first: t.int(),
    after: t.string(),
  }),
  says: "Who changed what in keys, channels, webhooks, settings, team and roles, newest first.",
  example: { actions: ["assignUserRole", "genApiKey"], first: 20 },
});

query("sessions", listSessions, {
  type: SessionList,
  says: "Where the signed-in person is signed in.",
  example: {},
  signedIn: true,
});

mutation("revokeSessions", revokeSessions, {
  type: SessionList,
  input: (t) => ({
    id: t.id({ description: "Left out: all but the one that calls." }),
  }),
  says: "Ends a sign-in of one's own, or all others.",
  example: {},
  signedIn: true,
});

mutation("changePassword", changePassword, {
  type: SessionList,
  input: (t) => ({
    currentPassword: t.string({ description: "Left out by those who have none yet." }),
    newPassword: t.string({ required: true, description: "10 to 256 characters." }),
  }),
  says: "Changes one's own password; all other sign-ins end.",
  example: { currentPassword: "correct horse battery", newPassword: "battery horse correct staple" },
  signedIn: true,
});

const TwoFactor = builder.objectRef<TwoFactorState>("TwoFactor").implement({
  fields: (t) => ({
    isOn: t.exposeBoolean("isOn"),
    since: t.expose("since", { type: "DateTime", nullable: true }),
    recoveryCodesLeft: t.exposeInt("recoveryCodesLeft"),
  }),
});

const TwoFactorSetUp = builder.objectRef<{ secret: string; uri: string }>("TwoFactorSetUp").implement({
  fields: (t) => ({
    secret: t.exposeString("secret", { description: "In base32, for typing it into the app." }),
    uri: t.exposeString("uri", { description: "otpauth://…, for a QR code." }),
  }),
});

const RecoveryCodes = builder.objectRef<string[]>("RecoveryCodes").implement({
  fields: (t) => ({ codes: t.stringList({ resolve: (codes) => codes }) }),
});

const twoFactorCode = inputFields((t) => ({
  code: t.string({ required: true, description: "Six digits of the app." }),
}));

query("twoFactor", getTwoFactor, {
  type: TwoFactor,
  says: "Whether a code is asked after one's own password.",
  example: {},
  signedIn: true,
});

mutation("beginTwoFactor", beginTwoFactor, {
  type: TwoFactorSetUp,
  input: (t) => ({ password: t.string({ required: true }) }),
  says: "Begins to set up an authenticator app; nothing is asked of it until enableTwoFactor.",
  example: { password: "YOUR_PASSWORD" },
  signedIn: true,
});

mutation("enableTwoFactor", enableTwoFactor, {
  type: RecoveryCodes,
  inputName: "TwoFactorCodeInput",
  input: twoFactorCode,
  says: "Turns two-factor sign-in on with a first code; answers ten recovery codes, once. All other sign-ins end.",
  example: { code: "123456" },
  signedIn: true,
});

mutation("disableTwoFactor", disableTwoFactor, {
  type: "Boolean",
  input: (t) => ({
    password: t.string({ required: true }),
    code: t.string({ required: true, description: "Six digits of the app, or a recovery code." }),
  }),
  says: "Turns two-factor sign-in off.",
  example: { password: "correct horse battery", code: "123456" },
  signedIn: true,
});

mutation("renewRecoveryCodes", renewRecoveryCodes, {
  type: RecoveryCodes,
  inputName: "TwoFactorCodeInput",
  input: twoFactorCode,
  says: "Ten new recovery codes in place of the old ones.",
  example: { code: "123456" },
  signedIn: true,
});
