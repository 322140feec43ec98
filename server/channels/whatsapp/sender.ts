import { say, type Said } from "../../say.ts";

/** Country and id, and `ENT.` between them where several portfolios of one company share it. Of one business, and case-sensitive. */
const BUSINESS_SCOPED = /^([A-Z]{2})\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

export const PHONE_SCOPE = "phone";
/** Scope of ids that stand for a person whose number the business may not see (decisions section 3). */
export const BSUID_SCOPE = "bsuid";

export function isBusinessScopedId(id: string): boolean {
  return BUSINESS_SCOPED.test(id);
}

export function otherScopeOf(name: string): string | null {
  return isBusinessScopedId(name) ? BSUID_SCOPE : null;
}

/** The country that a business-scoped id begins with; null for all else. */
export function countryOfId(id: string): string | null {
  return BUSINESS_SCOPED.exec(id)?.[1] ?? null;
}

/** One-time passwords go to numbers only (131062). */
export function templateRefusal(category: string, address: string): Said | null {
  if (category !== "AUTHENTICATION" || !isBusinessScopedId(address)) return null;
  return say("channels.template.phoneOnly");
}
