import { registerNumber, requestAppData } from "../channels/meta/sign-in.ts";
import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { log } from "../log.ts";
import { inEnglish, say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import { addChannel, type NewChannel } from "./add-channel.ts";
import { accountsOr, channelsOf, signInAppOr, signInRefusal } from "./finish-channel-sign-in.ts";
import { replaceCredentials } from "./patch-integration-credentials.ts";
import { setIntegrationState } from "./set-integration-state.ts";
import { openAccess } from "./sign-in-tokens.ts";
import { isNotComingIn } from "./subscribe-channel.ts";

/** An account that was listed after a sign-in. */
export type SignedIn = {
  /** As finishChannelSignIn gave it. */
  access: string;
  /** The account's id. */
  account: string;
  /** Six digits, for an account that needs one. */
  pin?: string | null | undefined;
};

/**
 * Connects an account that a person chose by signing in with the provider. An account that is a channel already keeps it, with the new
 * access; the channel is switched on if it was off. If the number is in WhatsApp's app and no history has come in yet, it is asked for.
 * @throws AppError BAD_INPUT for an access that is over or a PIN that is missing or wrong; NOT_FOUND for another account; otherwise as
 * addChannel
 */
export async function connectSignedIn(
  ctx: Ctx,
  given: Pick<NewChannel, "name" | "type">,
  { access, account: accountId, pin }: SignedIn,
): Promise<Integration> {
  const { type } = given;
  // Before anything happens at the provider.
  const name = requiredLine("name", given.name);
  const accessToken = await openAccess(ctx, type, access);
  const accounts = await accountsOr(type, signInAppOr(type), accessToken, "signIn.access");
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) throw notFound("channel");
  const [known] = await channelsOf(ctx, type, [account]);
  if (account.needsPin) {
    if (!/^\d{6}$/.test(pin ?? "")) throw badInput("signIn.pin", say("channels.pin"));
    const refusal = await registerNumber(accountId, pin ?? "", accessToken);
    if (refusal) throw signInRefusal(refusal, "signIn.pin");
  }
  const integrationProperties = account.credentials;
  if (!known) {
    const added = await addChannel(ctx, { name, type, integrationProperties }, "connectChannel");
    if (account.isInApp) await askForHistory(added, accessToken);
    return added;
  }
  const renewed = await replaceCredentials(ctx, known, integrationProperties, Object.keys(integrationProperties));
  const isOff = renewed.state === "disabled";
  const active = isOff ? await setIntegrationState(ctx, { id: known.id, state: "active" }) : renewed;
  if (account.isInApp && known.historyProgress === null) await askForHistory(active, accessToken);
  return active;
}

/** Only once it can come in. Meta sends it once. Without it the channel works all the same. */
async function askForHistory(channel: Integration, accessToken: string): Promise<void> {
  const { id: integrationId, accountId } = channel;
  if (accountId === null || isNotComingIn(channel)) return;
  const refusal = await requestAppData(accountId, accessToken, "history");
  if (refusal) log.warn({ integrationId, error: inEnglish(refusal.error) }, "a number's history does not come");
}
