import { audit } from "../auth/audit.ts";
import { forbiddenRole } from "../auth/permissions.ts";
import { hasTwoFactor } from "../auth/two-factor.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { enqueue } from "../work/queue.ts";
import { parsePhone } from "../phone.ts";
import { notEmptied, optionalLine, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { settingsOf, type Settings } from "./access.ts";
import { readSla, slaOf, type SlaInput } from "./sla.ts";
import { say } from "../say.ts";

export type WorkspaceSettingsPatchInput = {
  /** Of the workspace, as its team members see it. */
  name?: string | null;
  convTTL?: number | null;
  testNums?: { phone: string; active: boolean }[] | null;
  optOutKeyword?: string | null;
  optInKeyword?: string | null;
  autoUnarchiveOnMessage?: boolean | null;
  /** All of the targets and hours at once; null: none. */
  sla?: SlaInput | null;
  /** Whether everybody who signs in from now on must have two-factor sign-in; the owner decides. */
  requiresTwoFactor?: boolean | null;
};

/** Ten years: longer is "never", which null says. */
const CONV_TTL_MAX_HOURS = 87_600;
const TEST_NUMBERS_MAX = 100;

/**
 * Changes the settings that are named; those left out stay. convTTL null or 0: conversations are never ended by time. New targets
 * hold for those who wait already, too: a job works out until when.
 * @throws AppError BAD_INPUT for an empty or long name, for hours out of range, for test numbers that are no phone numbers or named twice, and for targets that
 * cannot be reckoned, and for requiring two-factor sign-in without having it; FORBIDDEN_ROLE for requiring it without being the owner.
 */
export const patchWorkspaceSettings = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: WorkspaceSettingsPatchInput): Promise<Settings> => {
    if (input.convTTL != null && (input.convTTL < 0 || input.convTTL > CONV_TTL_MAX_HOURS)) {
      throw badInput("convTTL", say("workspaces.convTtl", { count: CONV_TTL_MAX_HOURS }));
    }
    const givenName = notEmptied("name", input.name);
    const name = givenName === undefined ? undefined : requiredLine("name", givenName);
    const optOutKeyword = optionalLine("optOutKeyword", input.optOutKeyword);
    const optInKeyword = optionalLine("optInKeyword", input.optInKeyword);
    const autoUnarchiveOnMessage = notEmptied("autoUnarchiveOnMessage", input.autoUnarchiveOnMessage);
    const given = {
      ...(optOutKeyword !== undefined ? { optOutKeyword } : {}),
      ...(optInKeyword !== undefined ? { optInKeyword } : {}),
    };
    const testNumbers = input.testNums === undefined ? undefined : readTestNumbers(input.testNums ?? []);

    const sla = input.sla === undefined ? undefined : await readSla(ctx, input.sla);
    const requiresTwoFactor = notEmptied("requiresTwoFactor", input.requiresTwoFactor);
    if (requiresTwoFactor !== undefined) await checkTwoFactorRule(ctx, requiresTwoFactor);

    return inTransaction(ctx, async (tx) => {
      // Two who save at once do so one after the other: each replaces all test numbers, and says what was before.
      await tx.db
        .$queryRaw`select 1 from "WorkspaceSettings" where "workspaceId" = ${tx.workspaceId} for no key update`;
      const before = await settingsOf(tx);
      mustDiffer({ optOutKeyword: before.optOutKeyword, optInKeyword: before.optInKeyword, ...given });
      await tx.db.workspaceSettings.update({
        where: { workspaceId: tx.workspaceId },
        data: {
          ...(input.convTTL !== undefined ? { convTTL: input.convTTL } : {}),
          ...given,
          ...(autoUnarchiveOnMessage !== undefined ? { autoUnarchiveOnMessage } : {}),
          ...sla,
          // Those who are signed in already go on until their next sign-in.
          ...(requiresTwoFactor === undefined
            ? {}
            : { twoFactorRequiredAt: requiresTwoFactor ? (before.twoFactorRequiredAt ?? tx.now) : null }),
        },
      });
      if (name !== undefined) await tx.db.workspace.update({ where: { id: tx.workspaceId }, data: { name } });
      if (testNumbers) {
        await tx.db.workspaceTestNumber.deleteMany({ where: { workspaceId: tx.workspaceId } });
        await tx.db.workspaceTestNumber.createMany({
          data: testNumbers.map((number) => ({ workspaceId: tx.workspaceId, ...number })),
        });
      }
      const after = await settingsOf(tx);
      if (sla && JSON.stringify(slaOf(before)) !== JSON.stringify(slaOf(after)))
        await enqueue(tx, "set-sla-due", { workspaceId: tx.workspaceId });
      await audit(tx, "patchWorkspaceSettings", after.id, { before: facts(before), after: facts(after) });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return after;
    });
  },
);

/** Nobody asks of others what they do not do, and no owner shuts themselves out. */
async function checkTwoFactorRule(ctx: Ctx, isRequired: boolean): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user" || actor.role !== "OWNER") throw forbiddenRole(ctx, say("refusal.twoFactorOwner"));
  if (isRequired && !(await hasTwoFactor(actor.userId)))
    throw badInput("requiresTwoFactor", say("refusal.twoFactorOwnFirst"));
}

type Keywords = { optOutKeyword: string | null; optInKeyword: string | null };

/** One word cannot do both. */
function mustDiffer({ optOutKeyword, optInKeyword }: Keywords): void {
  if (optInKeyword && optOutKeyword?.toLowerCase() === optInKeyword.toLowerCase())
    throw badInput("optInKeyword", say("workspaces.keywordsSame"));
}

function readTestNumbers(testNums: { phone: string; active: boolean }[]) {
  if (testNums.length > TEST_NUMBERS_MAX)
    throw badInput("testNums", say("workspaces.testNumbersMax", { count: TEST_NUMBERS_MAX }));
  const seen = new Set<string>();
  return testNums.map(({ phone, active }, position) => {
    const { e164 } = parsePhone(`testNums.${position}.phone`, phone);
    if (seen.has(e164)) throw badInput(`testNums.${position}.phone`, say("workspaces.phoneTwice"));
    seen.add(e164);
    return { phone: e164, active, position };
  });
}

function facts(settings: Settings) {
  const { convTTL, optOutKeyword, optInKeyword, autoUnarchiveOnMessage, testNumbers } = settings;
  return {
    name: settings.workspace.name,
    convTTL,
    optOutKeyword,
    optInKeyword,
    autoUnarchiveOnMessage,
    testNums: testNumbers.map(({ phone, active }) => ({ phone, active })),
    sla: slaOf(settings),
    requiresTwoFactor: settings.twoFactorRequiredAt !== null,
  };
}
