import { inDatabase } from "../database.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

test(
  "an ended conversation comes back by Z, a snoozed one when its time has come",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside }) => {
    const [first, second] = [outside.newCustomer("First"), outside.newCustomer("Second")];
    await outside.write(first, "Where is my order?");
    await outside.write(second, "Thank you!");
    await goToInbox(page, workspace.workspaceId);
    const { row, open, thread } = inbox(page);

    await open(second);
    await page.keyboard.press("e");
    await expect(row(second)).toHaveCount(0);
    await expect(page.getByText(`Conversation with ${fullName(second)} ended`)).toBeVisible();
    await page.keyboard.press("z");
    await expect(row(second)).toBeVisible();

    // Words that name no future time give no suggestion.
    await open(first);
    await page.keyboard.press("h");
    const words = page.getByRole("textbox", { name: /write a time/ });
    await words.fill("whenever");
    await expect(page.getByText("This is not a time in the future")).toBeVisible();
    await words.fill("in 4 seconds");
    await page.keyboard.press("Enter");
    await expect(row(first)).toHaveCount(0);
    await expect(row(first)).toBeVisible({ timeout: 20_000 });
    await open(first);
    await expect(thread.getByText("Snooze is over")).toBeVisible();
  },
);

test("what a client writes ends a snooze; undo takes one back", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Asleep");
  await outside.write(customer, "See you next month");
  await goToInbox(page, workspace.workspaceId);
  const { row, open, thread } = inbox(page);
  for (const wake of [
    () => page.keyboard.press("z"),
    () => outside.write(customer, "I am early").then(() => undefined),
  ]) {
    await open(customer);
    await thread.getByRole("button", { name: "Snooze" }).click();
    await page.getByRole("option", { name: "Until they write" }).click();
    await expect(row(customer)).toHaveCount(0);
    await wake();
    await expect(row(customer)).toBeVisible();
  }
});

test("2,000 conversations of a view are ended at once, and come back", async ({
  ownerPage: page,
  workspace,
  outside,
  product,
  core,
}) => {
  test.setTimeout(240_000);
  const openCount = async () => {
    const input = { ended: false, first: 1 };
    const { convs } = await core(`query ($input: ConvsInput!) { convs(input: $input) { pageInfo { count } } }`, input);
    return (convs as { pageInfo: { count: number } }).pageInfo.count;
  };

  // As many conversations as after a few busy days.
  const many = 2_000;
  const { conversationId } = await outside.write(outside.newCustomer("Bulk"), "Hello");
  await inDatabase(product.dataDir, async (client) => {
    await client.query(
      `with made as (
         insert into "Client" ("workspaceId", id, name, "externalClientId")
         select $1, gen_random_uuid(), 'Bulk ' || n, gen_random_uuid()::text from generate_series(1, ${many}) n returning id)
       insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "lastMessageAt")
       select $1, gen_random_uuid(), c."integrationId", made.id, now() - make_interval(secs => row_number() over ())
       from made, "Conversation" c where c."workspaceId" = $1 and c.id = $2`,
      [workspace.workspaceId, conversationId],
    );
  });
  const before = await openCount();
  await goToInbox(page, workspace.workspaceId);
  const list = page.getByRole("region", { name: "Conversations" });
  await expect(list.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  const bar = page.getByRole("toolbar", { name: "Selected conversations" });
  await expect(bar).toBeVisible();
  await bar.getByRole("button", { name: /^Select all \d,\d{3} in this view$/ }).click();
  await expect(bar.getByText(/^All \d,\d{3} in this view are selected$/)).toBeVisible();
  await bar.getByRole("button", { name: "End", exact: true }).click();
  await expect(page.getByText(/^\d,\d{3} conversations changed$/)).toBeVisible({ timeout: 90_000 });
  expect(await openCount()).toBeLessThanOrEqual(before - many);

  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect.poll(openCount, { timeout: 90_000 }).toBe(before);
});
