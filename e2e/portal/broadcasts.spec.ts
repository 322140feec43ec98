import type { Page } from "@playwright/test";
import { z } from "zod";
import type { Customer } from "../../simulator/talk.ts";
import { withWhatsapp } from "../providers.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

// A broadcast from its first word to the retry of its failed recipient. One of the two recipients has no city, which the
// template needs.

const made = z.object({ id: z.string() });
const TAG = `sale-${Date.now()}`;

/** A WhatsApp number at the provider's stand-in, connected in the portal. */
test(
  "a broadcast is written, looked at for two recipients, sent, watched, and its failed recipient retried",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, product, core }) => {
    test.slow();
    const { providers, account } = await withWhatsapp(page, workspaceId, product.simulatorAddress);
    const addContact = async (customer: Customer, city: string | null) => {
      const { createClient } = await core(
        `mutation ($input: ClientCreateInput!) { createClient(input: $input) { id } }`,
        {
          externalClientId: customer.id,
          name: customer.name,
          surname: customer.surname,
          phone: customer.phone,
          city,
          tags: [TAG],
        },
      );
      return made.parse(createClient).id;
    };
    const ida = await providers.addCustomer("Ida");
    const per = await providers.addCustomer("Per");
    await addContact(ida, "Bergen");
    const perId = await addContact(per, null);

    await page.goto(`/${workspaceId}/broadcasts`);
    const before = await countsOf(page, workspaceId);
    await page.getByRole("link", { name: "New broadcast" }).first().click();
    await expect(page.getByRole("heading", { name: "New broadcast", level: 1 })).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Winter sale");
    await page.getByRole("combobox", { name: "Channel" }).click();
    await page.getByRole("option", { name: new RegExp(`^${account.slug}`) }).click();
    await page.getByRole("button", { name: "order_shipped", exact: true }).click();
    await page.getByRole("textbox", { name: /^Variable 1/ }).fill("{{name}}");
    await page.getByRole("textbox", { name: /^Variable 2/ }).fill("to {{city}}");
    // A reload keeps the typed text.
    await page.reload();
    await expect(page.getByRole("textbox", { name: /^Variable 2/ })).toHaveValue("to {{city}}");
    await page.getByRole("textbox", { name: /^Variable 2/ }).fill("{{city}}");
    await page.getByRole("combobox", { name: "Tags" }).fill(TAG);
    await page.getByRole("combobox", { name: "Tags" }).press("Enter");

    const seen = page.getByRole("figure", { name: "As it looks on the phone" });
    const people = page.getByRole("list", { name: "Newest recipients" });
    await expect(people.getByRole("listitem")).toHaveCount(2);
    await expect(people).toContainText(fullName(ida));
    // The newest recipient comes first. This one has no city.
    await expect(seen).toContainText("Hi Per, your order {{city}} is on its way.");
    await expect(seen.getByTitle("This contact has no value here, so it is sent empty")).toBeVisible();
    await page.getByRole("button", { name: "Next recipient" }).click();
    await expect(seen).toContainText("Hi Ida, your order Bergen is on its way.");
    await expect(page.getByText("1 recipient has no value for “city”")).toBeVisible();

    await page.getByRole("button", { name: "Send to 2" }).click();
    const question = page.getByRole("dialog", { name: "Send to 2 recipients?" });
    await expect(question).toBeVisible();
    // The broadcast's page opens before the launch has finished.
    const { promise: launched, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("**/core/gq", async (route) => {
      if (route.request().postData()?.includes("mutation LaunchBroadcast(")) await launched;
      await route.fallback();
    });
    await question.getByRole("button", { name: "Send to 2" }).click();
    await expect(page.getByRole("heading", { name: "Winter sale", level: 1 })).toBeVisible();
    await expect(page.getByText("Sending", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Starting" })).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0);
    goOn();
    await expect(page.getByText("Completed", { exact: true })).toBeVisible({ timeout: 30_000 });
    const outcomes = page.getByRole("list", { name: "Recipients" });
    const failed = outcomes.getByRole("listitem").filter({ hasText: fullName(per) });
    await expect(failed).toContainText("Failed");
    await expect(outcomes.getByRole("listitem").filter({ hasText: fullName(ida) })).not.toContainText("Failed");
    await page.getByRole("combobox", { name: "Outcome" }).click();
    await page.getByRole("option", { name: "Failed" }).click();
    await expect(outcomes.getByRole("listitem")).toHaveCount(1);
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    expect((await file).suggestedFilename()).toMatch(/^recipients .*\.csv$/);

    await core(`mutation ($input: ClientPatchInput!) { patchClient(input: $input) { id } }`, {
      id: perId,
      city: "Oslo",
    });
    await page.getByRole("button", { name: "Retry 1 failed" }).click();
    const retry = page.getByRole("dialog", { name: "Retry “Winter sale”" });
    await retry.getByRole("button", { name: "Send to 1" }).click();
    await expect(page.getByRole("heading", { name: "Winter sale (retry)", level: 1 })).toBeVisible();
    await expect(page.getByText("Completed", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("list", { name: "Recipients" })).toContainText(fullName(per));
    expect(await providers.sentTo(account.slug, per)).toHaveLength(1);
    expect(await providers.sentTo(account.slug, ida)).toHaveLength(1);

    // No contact has replied, so the inbox is unchanged. The two conversations are in a separate view.
    const dormant = (before.dormant ?? 0) + 2;
    expect(await countsOf(page, workspaceId)).toEqual({ ...before, dormant });
    await page.goto(`/${workspaceId}/inbox`);
    await page
      .getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: /^No reply yet/ })
      .click();
    const rows = page.getByRole("listbox", { name: "Conversations, No reply yet" }).getByRole("option");
    await expect(rows.filter({ hasText: fullName(ida) })).toContainText("Hi Ida, your order Bergen is on its way.");
    await expect(rows.filter({ hasText: fullName(per) })).toContainText("Hi Per, your order Oslo is on its way.");
    await rows.filter({ hasText: fullName(ida) }).click();
    await expect(page.getByRole("note").filter({ hasText: "The contact has not replied yet" })).toBeVisible();

    await providers.write(account.slug, ida, "text", "Great, thank you!");
    await expect(rows.filter({ hasText: fullName(ida) })).toHaveCount(0);
    await expect(rows.filter({ hasText: fullName(per) })).toBeVisible();
    await page
      .getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: /^All open/ })
      .click();
    const open = page.getByRole("listbox", { name: "Conversations, All open" }).getByRole("option");
    await expect(open.filter({ hasText: fullName(ida) })).toContainText("Great, thank you!");
    await expect(open.filter({ hasText: fullName(per) })).toHaveCount(0);
    expect(await countsOf(page, workspaceId)).toMatchObject({ dormant: dormant - 1, all: (before.all ?? 0) + 1 });
  },
);

test("a launch that is refused leaves the draft on its page, with the reason", async ({
  ownerPage: page,
  workspace: { workspaceId },
  product,
  core,
}) => {
  const { providers, account } = await withWhatsapp(page, workspaceId, product.simulatorAddress);
  const ida = await providers.addCustomer("Ida");
  await core(`mutation ($input: ClientCreateInput!) { createClient(input: $input) { id } }`, {
    externalClientId: ida.id,
    name: ida.name,
    phone: ida.phone,
    tags: [`${TAG}-refused`],
  });
  await page.goto(`/${workspaceId}/broadcasts/new`);
  await page.getByLabel("Name", { exact: true }).fill("Refused sale");
  await page.getByRole("combobox", { name: "Channel" }).click();
  await page.getByRole("option", { name: new RegExp(`^${account.slug}`) }).click();
  await page.getByRole("button", { name: "order_shipped", exact: true }).click();
  await page.getByRole("textbox", { name: /^Variable 1/ }).fill("{{name}}");
  await page.getByRole("textbox", { name: /^Variable 2/ }).fill("N-1");
  await page.getByRole("combobox", { name: "Tags" }).fill(`${TAG}-refused`);
  await page.getByRole("combobox", { name: "Tags" }).press("Enter");
  await page.route("**/core/gq", async (route) => {
    if (!route.request().postData()?.includes("mutation LaunchBroadcast(")) return route.fallback();
    const errors = [{ message: "This broadcast is being launched", extensions: { code: "CONFLICT" } }];
    await route.fulfill({ json: { data: null, errors } });
  });
  await page.getByRole("button", { name: "Send to 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send to 1" }).click();
  await expect(page.getByRole("heading", { name: "Refused sale", level: 1 })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "It was not launched" })).toBeVisible();
  await expect(page.getByRole("main").getByText("This broadcast is being launched")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Refused sale");
  await page.unroute("**/core/gq");
  await page.getByRole("button", { name: "Send to 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send to 1" }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible({ timeout: 30_000 });
});

const counts = z.object({
  data: z
    .object({ convViewCounts: z.record(z.string(), z.number()) })
    .transform(({ convViewCounts }) => convViewCounts),
});

/** The number of conversations in each inbox view of the signed-in user. */
async function countsOf(page: Page, workspaceId: number): Promise<Record<string, number>> {
  const query =
    "query ($input: ConvViewCountsInput!) { convViewCounts(input: $input) { mine needsReply unassigned all dormant } }";
  const body = JSON.stringify({ query, variables: { input: { workspaceId } } });
  const answered = await page.evaluate(async (content) => {
    const headers = { "content-type": "application/json" };
    return (await fetch("/core/gq", { method: "POST", headers, body: content })).text();
  }, body);
  return counts.parse(JSON.parse(answered)).data;
}
