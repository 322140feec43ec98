import type { Page } from "@playwright/test";

/** Signs in through the page and waits for the portal. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/\d+\//);
  await sendAtOnce(page);
}

/** Turns off the undo delay, so that messages go out at once. One spec tests it; in the others it would cost seconds each. */
export async function sendAtOnce(page: Page): Promise<void> {
  await setPreferences(page, { undoSeconds: 0 });
}

/** Changes the signed-in user's preferences. They apply to the next page that is opened. */
export async function setPreferences(page: Page, preferences: Record<string, unknown>): Promise<void> {
  const workspaceId = Number(/\/(\d+)\//.exec(new URL(page.url()).pathname)?.[1]);
  const query = "mutation ($input: PreferencesSetInput!) { setPreferences(input: $input) { preferences } }";
  const body = JSON.stringify({ query, variables: { input: { workspaceId, preferences } } });
  const answered = await page.evaluate(async (content) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/core/gq", { method: "POST", headers, body: content })).text();
  }, body);
  if (answered.includes('"errors"')) throw new Error(answered);
}
