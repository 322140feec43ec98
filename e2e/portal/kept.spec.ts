import type { Page, Route } from "@playwright/test";
import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";
import { signIn } from "../sign-in.ts";

// Viewed data is cached in the browser until sign-out. Actions taken offline are carried out later, or the user learns why
// not.

const OFFLINE = "Offline. What you see may be out of date";

/** The number of entries in each store of the browser's database. */
async function keptEntries(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const answer = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(new Error(String(asked.error)));
      });
    const db = await answer(indexedDB.open("inbox"));
    const counts: Record<string, number> = {};
    for (const store of db.objectStoreNames)
      counts[store] = await answer(db.transaction(store).objectStore(store).count());
    db.close();
    return counts;
  });
}

/** Holds requests to the service without a response until they are released. */
async function hold(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route("**/core/gq", (route) => void held.push(route));
  return async () => {
    await page.unroute("**/core/gq");
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

test("a thread that was seen is there while the service does not answer, and is right again when it does", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Kept");
  await outside.write(customer, "seen before");
  await goToInbox(page, workspace.workspaceId);
  const { open, log } = inbox(page);
  await open(customer);
  await expect(log(customer)).toContainText("seen before");
  await expect.poll(async () => (await keptEntries(page)).threads).toBeGreaterThan(0);

  await goToInbox(page, workspace.workspaceId);
  const release = await hold(page);
  await outside.write(customer, "written since");
  await open(customer);
  await expect(log(customer)).toContainText("seen before");
  await expect(log(customer)).not.toContainText("written since");
  await release();
  await expect(log(customer)).toContainText("written since", { timeout: 20_000 });
  await expect(log(customer).getByRole("article")).toHaveCount(2);
});

test(
  "a thread that was seen can be read offline",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, context }) => {
    const customer = outside.newCustomer("Offline");
    await outside.write(customer, "for the train");
    await goToInbox(page, workspace.workspaceId);
    const { open, log, row } = inbox(page);
    await open(customer);
    await expect(log(customer)).toContainText("for the train");
    await expect.poll(async () => (await keptEntries(page)).threads).toBeGreaterThan(0);
    await goToInbox(page, workspace.workspaceId);
    await expect(row(customer)).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(OFFLINE)).toBeVisible();
    await open(customer);
    await expect(log(customer)).toContainText("for the train");
    await context.setOffline(false);
  },
);

test("what is decided offline outlives a reload, and is done when the service is back", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Later");
  await outside.write(customer, "Order please");
  await goToInbox(page, workspace.workspaceId);
  const { open, log, row } = inbox(page);
  await open(customer);
  await expect(log(customer)).toContainText("Order please");
  await expect(row(customer)).not.toHaveAccessibleName(/unread/);

  for (const path of ["**/core/gq", "**/events?*"]) await page.route(path, (route) => route.abort());
  await page.keyboard.press("o");
  await page.getByRole("textbox", { name: "Order number" }).fill("A-17");
  await page.keyboard.press("Enter");
  const name = fullName(customer);
  await expect(page.getByText(`Offline: the order number of ${name} is changed once you are connected`)).toBeVisible();
  await page.keyboard.press("Shift+U");
  await expect(page.getByText(`Offline: ${name} is marked unread once you are connected`)).toBeVisible();

  // Also on a page outside the inbox.
  await page.goto(`/${workspace.workspaceId}/contacts`);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  const waiting = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem("inbox-deeds") ?? "[]") as unknown[]).length);
  expect(await waiting()).toBe(2);
  for (const path of ["**/core/gq", "**/events?*"]) await page.unroute(path);
  await expect.poll(waiting, { timeout: 45_000 }).toBe(0);
  await goToInbox(page, workspace.workspaceId);
  await expect(row(customer)).toContainText("A-17");
  await expect(row(customer)).toHaveAccessibleName(/unread/);
});

test("what was done meanwhile is not taken back over a colleague's change", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
  context,
}) => {
  const customer = outside.newCustomer("Colleague");
  const { conversationId: convId } = await outside.write(customer, "Which order?");
  await goToInbox(page, workspace.workspaceId);
  const { open, row } = inbox(page);
  await open(customer);
  const orderNo = page.getByRole("textbox", { name: "Order number" });
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.keyboard.press("o");
  await orderNo.fill("A-1");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Offline: the order number of/)).toBeVisible();
  await context.setOffline(false);
  const waiting = () => page.evaluate(() => localStorage.getItem("inbox-deeds"));
  await expect.poll(waiting, { timeout: 45_000 }).toBe("[]");
  const input = { convId, integrationId: outside.integrationId, orderNo: "B-2" };
  await core("mutation ($input: ConvPatchInput!) { patchConv(input: $input) { id } }", input);
  await expect(row(customer)).toContainText("B-2");
  await page.keyboard.press("z");
  await expect(page.getByText("It was changed in the meantime, so it stays as it is")).toBeVisible();
  await expect(row(customer)).toContainText("B-2");
});

test("a sign-out empties what is kept, asks about what waits, and shuts the other tab", async ({
  browser,
  product,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Gone");
  await outside.write(customer, "not for the next one");
  const context = await browser.newContext({ baseURL: product.address });
  const page = await context.newPage();
  await signIn(page, workspace);
  await goToInbox(page, workspace.workspaceId);
  const { open, log } = inbox(page);
  await open(customer);
  await expect(log(customer)).toContainText("not for the next one");
  await expect.poll(async () => (await keptEntries(page)).threads).toBeGreaterThan(0);

  const other = await context.newPage();
  await goToInbox(other, workspace.workspaceId);
  // Block the other tab too: it would carry out the pending action.
  await context.route("**/core/gq", (route) => route.abort());
  await page.bringToFront();
  await page.keyboard.press("Shift+U");
  await expect(page.getByText(/is marked unread once you are connected/)).toBeVisible();
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const asks = page.getByRole("dialog", { name: "Sign out?" });
  await expect(asks).toContainText("1 change has not been saved yet");
  // The other tab must learn from the service that the session has ended.
  await context.unroute("**/core/gq");
  await asks.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/sign-in/);
  expect(await keptEntries(page)).toEqual({ owner: 0, places: 0, threads: 0 });
  expect(await page.evaluate(() => Object.values(localStorage).join(" "))).not.toContain(fullName(customer));
  await other.waitForURL(/sign-in/, { timeout: 30_000 });
  await context.close();
});

test("the end of a bulk action is told on another page of the portal", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customers = [outside.newCustomer("Many"), outside.newCustomer("More")];
  for (const customer of customers) await outside.write(customer, "Bye");
  await goToInbox(page, workspace.workspaceId);
  const { open, row } = inbox(page);
  for (const customer of customers) {
    await open(customer);
    await page.keyboard.press("x");
  }
  const bar = page.getByRole("toolbar", { name: "Selected conversations" });
  await expect(bar).toContainText("2 selected");
  const begun = page.waitForResponse((response) => Boolean(response.request().postData()?.includes("InboxBulkAct(")));
  await bar.getByRole("button", { name: "End" }).click();
  await begun;
  await page.getByRole("link", { name: "Contacts" }).first().click();
  await page.waitForURL(/contacts/);
  await expect(page.getByText("2 conversations changed")).toBeVisible({ timeout: 30_000 });
  await page.goBack();
  for (const customer of customers) await expect(row(customer)).toHaveCount(0);
});
