import { say, type Said } from "../../say.ts";

/**
 * Country and id, with `ENT.` between them if several portfolios of one company share it. Valid for one business,
 * case-sensitive.
 */
const BUSINESS_SCOPED = /^([A-Z]{2})\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

export const PHONE_SCOPE = "phone";
/** Scope of ids for a person whose number the business may not see. */
export const BSUID_SCOPE = "bsuid";

export function isBusinessScopedId(id: string): boolean {
  return BUSINESS_SCOPED.test(id);
}

export function otherScopeOf(name: string): string | null {
  return isBusinessScopedId(name) ? BSUID_SCOPE : null;
}

/** The country at the start of a business-scoped id; null for other ids. */
export function countryOfId(id: string): string | null {
  return BUSINESS_SCOPED.exec(id)?.[1] ?? null;
}

/** One-time passwords can be sent to numbers only (131062). */
export function templateRefusal(category: string, address: string): Said | null {
  if (category !== "AUTHENTICATION" || !isBusinessScopedId(address)) return null;
  return say("channels.template.phoneOnly");
}
