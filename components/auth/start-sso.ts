import { getCsrfToken } from "next-auth/react";
import { postForm } from "./post-form.ts";

/**
 * Sends the browser to the sign-in page of the company whose domain the email has.
 * @param returnTo the path to open afterwards.
 * @returns why that is not possible, for the person; nothing when the browser is on its way.
 */
export async function startSso(email: string, returnTo: string): Promise<string | null> {
  const domain = email.slice(email.lastIndexOf("@") + 1).trim();
  const csrfToken = await getCsrfToken().catch(() => undefined);
  const answer = await postForm<{ url: string }>(`/api/auth/signin/sso-${encodeURIComponent(domain)}`, {
    ...{ csrfToken, callbackUrl: returnTo, json: "true" },
  });
  if (!("done" in answer)) return answer.refusal.message;
  window.location.assign(answer.done.url);
  return null;
}
