import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from "../workspaces/two-factor.ts";
import type { TwoFactorState } from "../workspaces/two-factor.ts";
import { builder } from "./builder.ts";

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

const TwoFactorInput = builder.inputType("TwoFactorInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }) }),
});

const TwoFactorBeginInput = builder.inputType("TwoFactorBeginInput", {
  fields: (t) => ({ workspaceId: t.int({ required: true }), password: t.string({ required: true }) }),
});

const TwoFactorCodeInput = builder.inputType("TwoFactorCodeInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    code: t.string({ required: true, description: "Six digits of the app." }),
  }),
});

const TwoFactorDisableInput = builder.inputType("TwoFactorDisableInput", {
  fields: (t) => ({
    workspaceId: t.int({ required: true }),
    password: t.string({ required: true }),
    code: t.string({ required: true, description: "Six digits of the app, or a recovery code." }),
  }),
});

builder.queryField("twoFactor", (t) =>
  t.field({
    type: TwoFactor,
    args: { input: t.arg({ type: TwoFactorInput, required: true }) },
    resolve: (_, _args, { ctx }) => getTwoFactor(ctx),
  }),
);

builder.mutationFields((t) => ({
  beginTwoFactor: t.field({
    type: TwoFactorSetUp,
    args: { input: t.arg({ type: TwoFactorBeginInput, required: true }) },
    resolve: (_, { input }, { ctx }) => beginTwoFactor(ctx, input),
  }),
  enableTwoFactor: t.field({
    type: RecoveryCodes,
    args: { input: t.arg({ type: TwoFactorCodeInput, required: true }) },
    resolve: (_, { input }, { ctx }) => enableTwoFactor(ctx, input),
  }),
  disableTwoFactor: t.field({
    type: "Boolean",
    args: { input: t.arg({ type: TwoFactorDisableInput, required: true }) },
    resolve: (_, { input }, { ctx }) => disableTwoFactor(ctx, input),
  }),
  renewRecoveryCodes: t.field({
    type: RecoveryCodes,
    args: { input: t.arg({ type: TwoFactorCodeInput, required: true }) },
    resolve: (_, { input }, { ctx }) => renewRecoveryCodes(ctx, input),
  }),
}));
