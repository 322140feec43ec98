import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  type TwoFactorState,
} from "../workspaces/two-factor.ts";
import { builder } from "./builder.ts";
import { inputFields, section } from "./operation.ts";

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

const { query, mutation } = section(builder, "Workspace");

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
