import { BlobSource, Input, MP4 } from "mediabunny";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { fullName } from "../outside.ts";
import { withWhatsapp } from "../providers.ts";

// WhatsApp accepts no GIFs. The browser makes a video of an animated one, and a picture of a still one.

const SIDE = 33;

/** A GIF of squares in one colour each, shown for the given milliseconds. */
function gifOf(delays: number[]): Promise<Buffer> {
  const frames = delays.map((_, index) => Buffer.alloc(SIDE * SIDE * 3, (index + 1) * 60));
  const raw = { width: SIDE, height: SIDE * delays.length, channels: 3 as const, pageHeight: SIDE };
  return sharp(Buffer.concat(frames), { raw }).gif({ delay: delays, loop: 0 }).toBuffer();
}

test("a GIF goes to WhatsApp as a video, a still one as a picture", async ({ ownerPage: page, workspace, product }) => {
  test.slow();
  const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
  const customer = await providers.addCustomer("Ines");
  await goToInbox(page, workspace.workspaceId);
  await providers.write(account.slug, customer, "text", "How does it open?");
  const { open, row } = inbox(page);
  await expect(row(customer)).toContainText("How does it open?");
  await open(customer);
  const send = page.getByRole("button", { name: `Send to ${fullName(customer)} on ${account.slug}` });

  const attach = async (name: string, delays: number[]) =>
    page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name, mimeType: "image/gif", buffer: await gifOf(delays) });
  const sent = async () => (await providers.sentTo(account.slug, customer)).at(-1);
  const bytesOf = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer());

  await attach("opening.gif", [200, 300, 10]);
  await expect(page.getByRole("listitem").filter({ hasText: "opening.mp4" })).toBeVisible();
  await send.click();
  await expect.poll(async () => (await sent())?.type).toBe("video");
  const bytes = await bytesOf((await sent())?.content ?? "");
  const video = new Input({ formats: [MP4], source: new BlobSource(new Blob([new Uint8Array(bytes)])) });
  // Frames of 10 ms are shown for 100 ms, as browsers do.
  expect(await video.computeDuration()).toBeCloseTo(0.6, 2);
  const track = await video.getPrimaryVideoTrack();
  expect([track?.displayWidth, track?.displayHeight]).toEqual([34, 34]);
  // H.264 Baseline, which every phone shows.
  expect(await track?.getCodecParameterString()).toMatch(/^avc1\.42/);

  await attach("still.gif", [100]);
  await expect(page.getByRole("listitem").filter({ hasText: "still.png" })).toBeVisible();
  await send.click();
  await expect.poll(async () => (await sent())?.type).toBe("image");
  expect(await sharp(await bytesOf((await sent())?.content ?? "")).metadata()).toMatchObject({
    format: "png",
    width: SIDE,
  });

  // What is no GIF is not sent.
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "broken.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
  await expect(
    page.getByRole("alert").filter({ hasText: "This GIF cannot be changed into a video here" }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
});
