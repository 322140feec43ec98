import type { InboxWords } from "./inbox-words.ts";

/** What a client is known by: what stands before the colon of a scope. */
const SCOPES = ["phone", "bsuid", "telegram", "page", "instagram", "webchat", "custom"] as const;

/**
 * Where an identity is known: the channel's own name where the scope names the channel, else the provider's.
 * @param scope phone, bsuid, telegram, page:…, instagram:…, custom:<integrationId>, webchat:<integrationId>
 */
export function scopeWords(
  scope: string,
  channels: readonly { id: string; name: string; identifier: string | null }[],
  t: InboxWords,
): string {
  const [kind = "", of] = scope.split(":");
  const channel = of ? channels.find(({ id, identifier }) => id === of || identifier === of) : undefined;
  const known = SCOPES.find((each) => each === kind);
  return channel?.name ?? (known ? t(`scopes.${known}`) : kind);
}
