import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** A target is at risk in its last minutes. A short one is at risk in its second half. */
const RISK_MINUTES = 15;
const RISK_MS = RISK_MINUTES * 60_000;

/** When an answer becomes urgent. null: no target. Must match RISK_AT. */
export function slaRiskAt({
  slaDueAt,
  waitingSince,
}: {
  slaDueAt: Date | null;
  waitingSince: Date | null;
}): Date | null {
  if (!slaDueAt || !waitingSince) return null;
  const due = slaDueAt.getTime();
  return new Date(due - Math.min(RISK_MS, (due - waitingSince.getTime()) / 2));
}

const RISK_AT = Prisma.sql`(c."slaDueAt" - least(make_interval(mins => ${RISK_MINUTES}), (c."slaDueAt" - c."waitingSince") / 2))`;

/**
 * Conversations (alias `c`) whose target is missed (`breached`) or at risk (`risk`), or that have none (`none`). Those with a target are
 * few and have an index of their own.
 */
export function slaSql({ now }: Pick<Ctx, "now">, value: string): Prisma.Sql {
  if (value === "none") return Prisma.sql`c."slaDueAt" is null`;
  if (value === "breached") return Prisma.sql`c."slaDueAt" <= ${now}::timestamptz`;
  const at = Prisma.sql`${now}::timestamptz`;
  return Prisma.sql`c."slaDueAt" > ${at} and c."slaDueAt" <= ${at} + make_interval(mins => ${RISK_MINUTES}) and ${RISK_AT} <= ${at}`;
}

/** Conversations (alias `c`) that are at risk by the database's clock, or that missed their target at most so many minutes ago. */
export function dueSoonSql(missedMinutes: number): Prisma.Sql {
  return Prisma.sql`c."slaDueAt" > now() - make_interval(mins => ${missedMinutes})
    and c."slaDueAt" <= now() + make_interval(mins => ${RISK_MINUTES}) and ${RISK_AT} <= now()`;
}
