import { Secret, TOTP } from "otpauth";
import { afterEach, describe, expect, test, vi } from "vitest";
import { hasTwoFactor, takeCode } from "../auth/two-factor.ts";
import { database } from "../db.ts";
import { api } from "../testing/api.ts";
import { createTestMember, createTestWorkspace, signInTestUser } from "../testing/factories.ts";
import { dropTwoFactor } from "./two-factor.ts";

const BEGIN = "mutation ($input: TwoFactorBeginInput!) { beginTwoFactor(input: $input) { secret uri } }";
const ENABLE = "mutation ($input: TwoFactorCodeInput!) { enableTwoFactor(input: $input) { codes } }";
const DISABLE = "mutation ($input: TwoFactorDisableInput!) { disableTwoFactor(input: $input) }";
const RENEW = "mutation ($input: TwoFactorCodeInput!) { renewRecoveryCodes(input: $input) { codes } }";
const SETTINGS = "query ($input: WorkspaceSettingsInput!) { workspaceSettings(input: $input) { requiresTwoFactor } }";
const REQUIRE =
  "mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) { requiresTwoFactor } }";
const STATE = "query ($input: TwoFactorInput!) { twoFactor(input: $input) { isOn recoveryCodesLeft } }";
const STEP_MS = 30_000;

afterEach(() => vi.useRealTimers());

/** The code that the user's app shows this many 30-second steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Moves only the clock of this process; the database's waits continue. */
function later(steps: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + steps * STEP_MS });
}

async function person() {
  const { workspaceId, userId, password } = await createTestWorkspace();
  const { token } = await signInTestUser(userId);
  return { workspaceId, userId, password, api: api({ token }, workspaceId) };
}

async function enabled() {
  const who = await person();
  const { secret, uri } = await who.api.ok<{ secret: string; uri: string }>(BEGIN, { password: who.password });
  const code = codeOf(secret);
  const { codes } = await who.api.ok<{ codes: string[] }>(ENABLE, { code });
  return { ...who, secret, uri, code, codes };
}

describe("setting up", () => {
  test("asks the password, shows a secret that the table keeps encrypted, and is on only after a right code", async () => {
    const who = await person();
    expect(await who.api.refusal(BEGIN, { password: "not mine at all" })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.password"],
    });
    const { secret, uri } = await who.api.ok<{ secret: string; uri: string }>(BEGIN, { password: who.password });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Omnichannel:.*secret=/);
    expect(uri).toContain(secret);
    const row = await database().twoFactor.findUniqueOrThrow({ where: { userId: who.userId } });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(await who.api.ok(STATE)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await who.api.refusal(ENABLE, { code: "000000" })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.code"],
    });
    // Until then sign-in accepts no code.
    expect(await takeCode(who.userId, codeOf(secret))).toBeNull();

    const other = await signInTestUser(who.userId);
    const { codes } = await who.api.ok<{ codes: string[] }>(ENABLE, { code: codeOf(secret) });
    expect(new Set(codes).size).toBe(10);
    expect(codes[0]).toMatch(/^[0-9A-F]{4}(-[0-9A-F]{4}){3}$/);
    expect(await who.api.ok(STATE)).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await api({ token: other.token }, who.workspaceId).refusal(STATE)).toMatchObject({ code: "INVALID_TOKEN" });
    expect(await who.api.refusal(BEGIN, { password: who.password })).toMatchObject({ code: "CONFLICT" });
    const recorded = await database().auditEntry.findMany({
      where: { workspaceId: who.workspaceId, action: "enableTwoFactor" },
    });
    expect(recorded.map(({ refusal }) => refusal).sort()).toEqual(["UNAUTHENTICATED", null].sort());
  });
});

describe("a code", () => {
  test("is taken once, by one of many at the same time, and no older one after it", async () => {
    const { userId, secret, code: used } = await enabled();
    // The code that turned it on is used up.
    expect(await takeCode(userId, used)).toBeNull();
    later(2);
    const code = codeOf(secret);
    const taken = await Promise.all(Array.from({ length: 5 }, () => takeCode(userId, code)));
    expect(taken.filter((each) => each === "app")).toHaveLength(1);
    expect(await takeCode(userId, codeOf(secret, -1))).toBeNull();
  });

  test("may be half a minute early or late, and no more", async () => {
    const { userId, secret } = await enabled();
    later(10);
    expect(await takeCode(userId, codeOf(secret, -2))).toBeNull();
    expect(await takeCode(userId, codeOf(secret, 2))).toBeNull();
    expect(await takeCode(userId, codeOf(secret, -1))).toBe("app");
    expect(await takeCode(userId, codeOf(secret, 1))).toBe("app");
  });

  test("of recovery is taken once, however it is written", async () => {
    const { userId, codes, api: own } = await enabled();
    const [code = ""] = codes;
    expect(await takeCode(userId, code.toLowerCase().replaceAll("-", " "))).toBe("recovery");
    expect(await takeCode(userId, code)).toBeNull();
    expect(await own.ok(STATE)).toEqual({ isOn: true, recoveryCodesLeft: 9 });
  });

  test("that is wrong ten times in an hour is the last for that hour, even if the next is right", async () => {
    const { userId, secret } = await enabled();
    for (let i = 0; i < 10; i++) expect(await takeCode(userId, "not a code")).toBeNull();
    later(1);
    await expect(takeCode(userId, codeOf(secret))).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});

describe("afterwards", () => {
  test("recovery codes are renewed with a code of the app; the old ones are worth nothing", async () => {
    const { userId, secret, codes, api: own } = await enabled();
    later(2);
    const fresh = await own.ok<{ codes: string[] }>(RENEW, { code: codeOf(secret) });
    expect(await takeCode(userId, codes[0] ?? "")).toBeNull();
    expect(await takeCode(userId, fresh.codes[0] ?? "")).toBe("recovery");
  });

  test("it is turned off with password and code only, and can be set up anew", async () => {
    const { password, secret, codes, api: own } = await enabled();
    expect(await own.refusal(DISABLE, { password: "not mine at all", code: codes[0] })).toMatchObject({
      paths: ["input.password"],
    });
    expect(await own.refusal(DISABLE, { password, code: "000000" })).toMatchObject({ paths: ["input.code"] });
    later(2);
    expect(await own.ok(DISABLE, { password, code: codeOf(secret) })).toBe(true);
    expect(await own.ok(STATE)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect((await own.ok<{ secret: string }>(BEGIN, { password })).secret).not.toBe(secret);
  });

  test("the operator turns it off for who has lost everything; their sign-ins end, and the record says who did it", async () => {
    const { workspaceId, userId, codes, api: own } = await enabled();
    const { email } = await database().user.findUniqueOrThrow({ where: { id: userId } });
    expect(await dropTwoFactor(database(), { email: ` ${email.toUpperCase()} ` })).toEqual({ userId });
    expect(await hasTwoFactor(userId)).toBe(false);
    expect(await takeCode(userId, codes[0] ?? "")).toBeNull();
    expect(await own.refusal(STATE)).toMatchObject({ code: "INVALID_TOKEN" });
    expect(await database().auditEntry.findFirst({ where: { workspaceId, action: "disableTwoFactor" } })).toMatchObject(
      { actorKind: "system", actorId: "SYSTEM", targetId: userId, refusal: null },
    );
    await expect(dropTwoFactor(database(), { email })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(dropTwoFactor(database(), { email: "nobody@example.com" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a workspace that requires it", () => {
  /** A team member who signs in with a password. */
  async function memberOf({ workspaceId, userId }: { workspaceId: number; userId: string }) {
    const { passwordHash } = await database().user.findUniqueOrThrow({ where: { id: userId } });
    const member = await createTestMember(workspaceId, "AGENT");
    await database().user.update({ where: { id: member.userId }, data: { passwordHash } });
    return member;
  }

  const refused = {
    code: "FORBIDDEN_WORKSPACE",
    message: expect.stringMatching(/^This workspace asks for two-factor/),
  };

  test("is required by its owner alone, and only once their own is on", async () => {
    const { workspaceId, api: key } = await createTestWorkspace();
    const admin = await createTestMember(workspaceId, "ADMIN");
    const message = "Only the owner decides whether the workspace requires two-factor sign-in";
    for (const caller of [key, admin.api])
      expect(await caller.refusal(REQUIRE, { requiresTwoFactor: true })).toMatchObject({
        code: "FORBIDDEN_ROLE",
        message,
      });
    const owner = await person();
    expect(await owner.api.refusal(REQUIRE, { requiresTwoFactor: true })).toMatchObject({
      code: "BAD_INPUT",
      paths: ["input.requiresTwoFactor"],
    });
    expect(await owner.api.ok(SETTINGS)).toEqual({ requiresTwoFactor: false });
    expect(await owner.api.ok(REQUIRE, { requiresTwoFactor: false })).toEqual({ requiresTwoFactor: false });
  });

  test("opens to a new sign-in only once it is set up; to keys, sign-ins of before and people without a password as ever", async () => {
    const { workspaceId, userId, password, api: key } = await createTestWorkspace();
    const owner = api({ token: (await signInTestUser(userId)).token }, workspaceId);
    await database().twoFactor.create({ data: { userId, secret: "x", confirmedAt: new Date() } });
    const member = await memberOf({ workspaceId, userId });
    const outside = await createTestMember(workspaceId, "AGENT");
    expect(await owner.ok(REQUIRE, { requiresTwoFactor: true })).toEqual({ requiresTwoFactor: true });

    const signedInAgain = async (who: string) => api({ token: (await signInTestUser(who)).token }, workspaceId);
    const fresh = await signedInAgain(member.userId);
    for (const shut of [SETTINGS, "query ($input: ViewerInput!) { viewer(input: $input) { name } }"])
      expect(await fresh.refusal(shut)).toMatchObject(refused);
    // Also refused together with an allowed field, under an alias, or within a fragment.
    const beside = (fields: string) =>
      `query ($input: TwoFactorInput!) { twoFactor(input: $input) { isOn } ${fields} }`;
    for (const more of [
      "on: workspaceSettings(input: { workspaceId: 1 }) { id }",
      "... on Query { __typename }",
      "__typename ".repeat(2_000),
    ])
      expect(await fresh.refusal(beside(more))).toMatchObject(refused);
    expect(await fresh.ok(STATE)).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    for (const open of [key, owner, member.api, await signedInAgain(outside.userId), await signedInAgain(userId)])
      expect(await open.ok(SETTINGS)).toEqual({ requiresTwoFactor: true });

    const { secret } = await fresh.ok<{ secret: string }>(BEGIN, { password });
    expect(await fresh.refusal(SETTINGS)).toMatchObject(refused);
    await fresh.ok(ENABLE, { code: codeOf(secret) });
    expect(await fresh.ok(SETTINGS)).toEqual({ requiresTwoFactor: true });
    expect(await fresh.refusal(DISABLE, { password, code: "000000" })).toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/^The workspace “.*” requires two-factor sign-in$/),
    });
  });

  test("is each person's own choice again when the owner says so", async () => {
    const owner = await enabled();
    await owner.api.ok(REQUIRE, { requiresTwoFactor: true });
    const member = await memberOf(owner);
    expect(await member.api.refusal(SETTINGS)).toMatchObject(refused);
    await owner.api.ok(REQUIRE, { requiresTwoFactor: false });
    expect(await member.api.ok(SETTINGS)).toEqual({ requiresTwoFactor: false });
    const record = await database().auditEntry.findFirstOrThrow({
      where: { workspaceId: owner.workspaceId, action: "patchWorkspaceSettings" },
      orderBy: { id: "asc" },
    });
    expect(record).toMatchObject({ before: { requiresTwoFactor: false }, after: { requiresTwoFactor: true } });
  });
});
