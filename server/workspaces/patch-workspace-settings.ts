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
  /** The workspace's name, visible to its team members. */
  name?: string | null;
  convTTL?: number | null;
  testNums?: { phone: string; active: boolean }[] | null;
  optOutKeyword?: string | null;
  optInKeyword?: string | null;
  autoUnarchiveOnMessage?: boolean | null;
  /** Replaces all targets and hours; null removes them. */
  sla?: SlaInput | null;
  /** Whether all members must have two-factor sign-in from their next sign-in on. Only the owner can change this. */
  requiresTwoFactor?: boolean | null;
};

/** Ten years. For longer, use null: never. */
const CONV_TTL_MAX_HOURS = 87_600;
const TEST_NUMBERS_MAX = 100;

/**
 * Changes the given settings; omitted ones stay. With convTTL null or 0, conversations never end by age. New targets also apply to
 * contacts who are already waiting; a job recalculates their deadlines.
 * @throws AppError BAD_INPUT for an empty or long name, hours out of range, test numbers that are invalid or listed twice, targets that
 * cannot be calculated, and requiring two-factor sign-in without having it; FORBIDDEN_ROLE for requiring it without being the owner.
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
      // Serializes concurrent saves: each replaces all test numbers and records the previous ones.
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
          // Existing sessions continue until the next sign-in.
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

/** The owner must use two-factor sign-in before requiring it, and so cannot lock themselves out. */
async function checkTwoFactorRule(ctx: Ctx, isRequired: boolean): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "user" || actor.role !== "OWNER") throw forbiddenRole(ctx, say("refusal.twoFactorOwner"));
  if (isRequired && !(await hasTwoFactor(actor.userId)))
    throw badInput("requiresTwoFactor", say("refusal.twoFactorOwnFirst"));
}

type Keywords = { optOutKeyword: string | null; optInKeyword: string | null };

/** The same keyword cannot opt out and opt in. */
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
