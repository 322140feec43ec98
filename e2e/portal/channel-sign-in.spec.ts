import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { fullName } from "../outside.ts";
import { fresh, newWhatsapp, providersAt } from "../providers.ts";

// Channels of Meta are connected by signing in, at the provider's stand-in: three clicks, and a PIN for a new number.

/** Goes to Meta from the connect page, and chooses an account there. */
async function chooseAtMeta(page: Page, workspaceId: number, slug: string, choice: string): Promise<void> {
  await page.goto(`/${workspaceId}/channels/connect/${slug}`);
  await page.getByRole("button", { name: "Continue with Meta" }).click();
  await page.getByRole("link", { name: choice, exact: true }).click();
}

test("a new WhatsApp number: chosen at Meta, registered with a PIN, written to and answered", async ({
  ownerPage: page,
  workspace: { workspaceId },
  product,
}) => {
  const providers = providersAt(product.simulatorAddress);
  const account = await providers.addAccount({ ...newWhatsapp(), isNew: true });
  await chooseAtMeta(page, workspaceId, "whatsapp", account.displayPhoneNumber);
  await expect(page.getByRole("radio", { name: "Northlight Home" })).toBeChecked();
  await expect(page.getByText(account.displayPhoneNumber.replaceAll(" ", ""))).toBeVisible();
  // The code is nowhere to be sent again.
  expect(page.url()).not.toContain("#");
  await page.getByLabel(/^Name/).fill(account.slug);
  await page.getByLabel(/^PIN of the number/).fill("12345");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Enter six digits")).toBeVisible();
  await page.getByLabel(/^PIN of the number/).fill("246813");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name: account.slug, level: 1 })).toBeVisible();
  await expect(page.getByText("Messages do not come in")).toHaveCount(0);

  const customer = await providers.addCustomer("Signe");
  await providers.write(account.slug, customer, "text", "Is this the new number?");
  await goToInbox(page, workspaceId);
  const { open, reply, tick } = inbox(page);
  await open(customer);
  await reply(customer).fill("Yes, it is.");
  await page.getByRole("button", { name: `Send to ${fullName(customer)} on ${account.slug}` }).click();
  await expect(tick("Yes, it is.")).toHaveAccessibleName("Read. Show attempts");

  // Signing in again is how the access is renewed.
  await chooseAtMeta(page, workspaceId, "whatsapp", account.displayPhoneNumber);
  await expect(page.getByText(`Connected already as ${account.slug}`)).toBeVisible();
  await page.getByRole("button", { name: "Renew access" }).click();
  await expect(page.getByRole("heading", { name: account.slug, level: 1 })).toBeVisible();
});

for (const [kind, slug, object] of [
  ["messenger", "facebook", "page"],
  ["instagram", "instagram", "instagram"],
] as const) {
  test(`${kind}: chosen at Meta, written to and answered`, async ({
    ownerPage: page,
    workspace: { workspaceId },
    product,
  }) => {
    const providers = providersAt(product.simulatorAddress);
    const own = { accessToken: fresh.token("EAAG"), appId: fresh.id(), appSecret: fresh.secret() };
    const name = `shop_${fresh.id()}`;
    const account = await providers.addAccount({ kind, name, accountId: fresh.id(), ...own });
    await chooseAtMeta(page, workspaceId, slug, `${name} (${object})`);
    await page.getByLabel(/^Name/).fill(account.slug);
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByRole("heading", { name: account.slug, level: 1 })).toBeVisible();

    const customer = await providers.addCustomer("Signe");
    await providers.write(account.slug, customer, "text", "Are you there?");
    await goToInbox(page, workspaceId);
    const { open, reply } = inbox(page);
    await open(customer);
    await reply(customer).fill("We are.");
    await page.getByRole("button", { name: `Send to ${fullName(customer)} on ${account.slug}` }).click();
    await expect.poll(() => providers.sentTo(account.slug, customer)).toMatchObject([{ content: "We are." }]);
  });
}

test("who does not finish at Meta is told so, and can enter the values instead", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  await chooseAtMeta(page, workspaceId, "whatsapp", "Cancel");
  await expect(page.getByText("You did not finish the sign-in at Meta, so nothing is connected.")).toBeVisible();
  await expect(page.getByLabel(/^Phone number id/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in again" })).toBeVisible();
});
