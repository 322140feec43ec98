import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

test("a page of an older build is loaded anew between two actions, never over a draft", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Update");
  await outside.write(customer, "Still there?");
  await page.clock.install();
  // The stream is real, but names another build.
  await page.addInitScript(() => {
    const { parse } = JSON;
    JSON.parse = (text: string, ...rest: []) => {
      const value = parse(text, ...rest) as unknown;
      return typeof value === "object" && value !== null && "build" in value ? { ...value, build: "another" } : value;
    };
  });
  await goToInbox(page, workspace.workspaceId);
  const { open, reply } = inbox(page);
  await open(customer);
  await reply(customer).fill("A draft that must not be lost");
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  const isOld = () => page.evaluate(() => "isOld" in window);
  await page.clock.fastForward(60_000);
  await page.clock.fastForward(60_000);
  expect(await isOld()).toBe(true);
  await expect(reply(customer)).toHaveValue("A draft that must not be lost");
  await reply(customer).fill("");
  await page.clock.fastForward(10_000);
  expect(await isOld()).toBe(true);
  await page.clock.fastForward(15_000);
  await expect.poll(() => isOld().catch(() => true)).toBe(false);
});

// Changes during a lost connection appear after it is back. The page is then equal to a fresh load.

test(
  "messages of a lost connection are caught up, in the list and in the open thread",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, context }) => {
    const [known, other] = [outside.newCustomer("Known"), outside.newCustomer("Newcomer")];
    await outside.write(known, "before");
    await goToInbox(page, workspace.workspaceId);
    const { open, row, log } = inbox(page);
    await open(known);
    await expect(log(known)).toContainText("before");

    await context.setOffline(true);
    await expect(page.getByText("Offline. What you see may be out of date")).toBeVisible();
    await outside.write(known, "first while away");
    await outside.write(other, "new while away");
    await outside.write(known, "second while away");
    await expect(log(known)).not.toContainText("while away");

    await context.setOffline(false);
    await expect(log(known)).toContainText("second while away");
    await expect(row(known)).toContainText("second while away");
    await expect(row(other)).toContainText("new while away");
    await expect(page.getByText("Offline. What you see may be out of date")).toBeHidden();

    // A row's relative time changes every minute, its name does not.
    const read = async () => ({
      messages: await log(known).getByRole("article").allInnerTexts(),
      rows: (await page.getByRole("option").allInnerTexts()).map((text) => text.split(",")[0]),
    });
    const caughtUp = await read();
    expect(caughtUp.messages.map((text) => /before|first while away|second while away/.exec(text)?.[0])).toEqual([
      "before",
      "first while away",
      "second while away",
    ]);
    await page.reload();
    await expect(log(known)).toContainText("second while away", { timeout: 20_000 });
    await expect(row(other)).toBeVisible();
    expect(await read()).toEqual(caughtUp);
  },
);

test("a stream that the server drops is taken up where it was", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Drop");
  await outside.write(customer, "one");
  await page.route("**/events?*", (route) => route.abort());
  await page.goto(`/${workspace.workspaceId}/inbox?view=all`);
  await expect(page.getByText("Offline. What you see may be out of date")).toBeVisible();
  await outside.write(customer, "two");
  await page.unroute("**/events?*");
  await expect(inbox(page).row(customer)).toContainText("two");
});

test("what is written offline is sent once when the connection is back", async ({
  ownerPage: page,
  workspace,
  outside,
  context,
}) => {
  const customer = outside.newCustomer("Away");
  await outside.write(customer, "Can you hear me?");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, tick } = inbox(page);
  await open(customer);
  await context.setOffline(true);
  await expect(page.getByText("Offline. What you see may be out of date")).toBeVisible();
  await reply(customer).fill("Now I can");
  await reply(customer).press("Enter");
  await expect(page.getByRole("img", { name: "Waiting for the connection" })).toBeVisible();
  await context.setOffline(false);
  await expect(tick("Now I can")).toHaveAccessibleName("Sent. Show attempts", { timeout: 30_000 });
  expect(outside.simulator.received.filter(({ body }) => body.receiptId === customer.id)).toHaveLength(1);
});

test("what is ended offline is ended once the connection is back, but not what the customer has written to since", async ({
  ownerPage: page,
  workspace,
  outside,
  context,
}) => {
  const quiet = outside.newCustomer("Quiet");
  const back = outside.newCustomer("Back");
  await outside.write(quiet, "Thank you, that was all");
  await outside.write(back, "Thank you, bye");
  await goToInbox(page, workspace.workspaceId);
  const { open, row } = inbox(page);
  const words = (name: string) => `Offline: the conversation with ${name} is ended once you are connected again`;
  for (const customer of [quiet, back]) await expect(row(customer)).toBeVisible();

  await open(back);
  await open(quiet);
  await context.setOffline(true);
  await expect(page.getByText("Offline. What you see may be out of date")).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByText(words(fullName(quiet)))).toBeVisible();
  await expect(row(quiet)).toBeHidden();
  await open(back);
  await page.keyboard.press("e");
  await expect(page.getByText(words(fullName(back)))).toBeVisible();
  await outside.write(back, "One more thing!");

  await context.setOffline(false);
  await expect(page.getByText(`${fullName(back)}: not ended`)).toBeVisible({ timeout: 30_000 });
  await expect(row(back)).toContainText("One more thing!");
  await expect(row(quiet)).toBeHidden();
  await page.reload();
  await expect(row(back)).toBeVisible();
  await expect(row(quiet)).toBeHidden();
});
