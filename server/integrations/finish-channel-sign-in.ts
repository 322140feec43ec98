import type { SetupRefusal } from "../channels/channel.ts";
import { exchangeCode, listAccounts, signInAppOf, type MetaAccount, type SignInApp } from "../channels/meta/sign-in.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { mustBePortal } from "./must-be-portal.ts";
import { openState, sealAccess } from "./sign-in-tokens.ts";

/** An account that can become a channel, without its credentials. */
export type SignInAccount = Pick<MetaAccount, "id" | "name" | "identifier" | "needsPin"> & {
  /** The workspace's channel of this account. */
  channelName: string | null;
};

export type ChannelSignIn = {
  type: IntegrationType;
  accounts: SignInAccount[];
  /** For connectChannel, by the same person within an hour. */
  access: string;
};

/**
 * Ends a sign-in with the provider: exchanges what the person brought back, and lists the accounts that they chose there.
 * @throws AppError FORBIDDEN_ROLE for API keys; BAD_INPUT (another person's sign-in, one that is over, or the provider refuses it),
 * PROVIDER_ERROR
 */
export const finishChannelSignIn = verb(
  { may: "MANAGE_WORKSPACE", audit: "trial" },
  async (ctx, { code, state }: { code: string; state: string }): Promise<ChannelSignIn> => {
    mustBePortal(ctx);
    const type = await openState(ctx, state);
    const app = signInAppOr(type);
    const given = await exchangeCode(app, code);
    if (given.outcome !== "signedIn") throw signInRefusal(given, "code");
    const accounts = await accountsOr(type, app, given.accessToken, "code");
    const channels = await channelsOf(ctx, type, accounts);
    return {
      type,
      access: await sealAccess(ctx, type, given.accessToken),
      accounts: accounts.map((account) => {
        const { id, name, identifier, needsPin } = account;
        return { id, name, identifier, needsPin, channelName: channels.find(isOf(account))?.name ?? null };
      }),
    };
  },
);

/** @throws AppError BAD_INPUT where the operator has not set up the sign-in */
export function signInAppOr(type: IntegrationType): SignInApp {
  const app = signInAppOf(type);
  if (!app) throw badInput("type", say("channels.noSignIn", { type }));
  return app;
}

/**
 * @param field of the input, for a refusal.
 * @throws AppError BAD_INPUT, PROVIDER_ERROR
 */
export async function accountsOr(
  type: IntegrationType,
  app: SignInApp,
  accessToken: string,
  field: string,
): Promise<MetaAccount[]> {
  const found = await listAccounts(type, app, accessToken);
  if (found.outcome !== "listed") throw signInRefusal(found, field);
  return found.accounts;
}

type Named = Pick<MetaAccount, "id" | "identifier">;

/** The workspace's channels of these accounts. */
export function channelsOf(ctx: Ctx, type: IntegrationType, accounts: readonly Named[]): Promise<Integration[]> {
  const [ids, identifiers] = [accounts.map(({ id }) => id), accounts.map(({ identifier }) => identifier)];
  return ctx.db.integration.findMany({
    where: {
      ...{ workspaceId: ctx.workspaceId, type, deletedAt: null, isPlayground: false },
      // Older channels have no accountId and are matched by their identifier.
      OR: [{ accountId: { in: ids } }, { accountId: null, identifier: { in: identifiers } }],
    },
  });
}

function isOf({ id, identifier }: Named) {
  return (channel: Integration) =>
    channel.accountId === null ? channel.identifier === identifier : channel.accountId === id;
}

/** Who signed in has no token to replace: a right that is missing was not allowed at Meta. */
export function signInRefusal(refusal: SetupRefusal, field: string): AppError {
  if (refusal.outcome === "unreachable") {
    return new AppError("PROVIDER_ERROR", say("channels.providerAway", { why: refusal.error }));
  }
  return badInput(field, refusal.path === "accessToken" ? say("channels.signInRights") : refusal.error);
}
