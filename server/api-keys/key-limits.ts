import ipaddr from "ipaddr.js";
import { keyPermissions, type Permission } from "../auth/permissions.ts";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";

/** What a key may do, until when, and from where, as the caller gives it. Left out: no such limit. */
export type KeyLimitsInput = {
  permissions?: readonly Permission[] | null;
  expiresAt?: Date | null;
  /** IP addresses and networks (`203.0.113.0/24`). */
  allowedRanges?: readonly string[] | null;
};

const MOST_RANGES = 50;

/** Webhooks, the event log and exports show all conversations and contact details. */
const SEES_ALL: readonly Permission[] = ["MANAGE_CONVS", "MANAGE_CLIENTS"];

/**
 * Checks the limits of a new key.
 * @param agentId of the key.
 * @returns the limits as they are stored. `permissions` empty: no limit.
 * @throws AppError BAD_INPUT
 */
export function readKeyLimits({ expiresAt = null, ...given }: KeyLimitsInput, agentId: string | null, now: Date) {
  if (expiresAt !== null && expiresAt <= now) throw badInput("expiresAt", say("service.keyExpiry"));
  const ranges = given.allowedRanges ?? [];
  if (ranges.length > MOST_RANGES)
    throw badInput("allowedRanges", say("service.keyRangesMost", { count: MOST_RANGES }));
  return {
    permissions: given.permissions ? readPermissions(given.permissions, agentId) : [],
    expiresAt,
    allowedRanges: [...new Set(ranges.map((text, index) => readRange(text.trim(), index)))],
  };
}

/** Every key has USE_CONVS, without which nothing could be read. MANAGE_WORKSPACE shows everything, so it includes what shows it. */
function readPermissions(chosen: readonly Permission[], agentId: string | null): Permission[] {
  const all = keyPermissions(agentId);
  const others = chosen.filter((each) => !all.includes(each));
  if (others.length > 0) throw badInput("permissions", say("service.keyPermissions", { names: others.join(", ") }));
  const included = chosen.includes("MANAGE_WORKSPACE") ? SEES_ALL : [];
  const permissions = all.filter((each) => [...chosen, ...included, "USE_CONVS"].includes(each));
  return permissions.length === all.length ? [] : permissions;
}

/** A network as it is stored: `address/bits`. Shortened and padded IPv4 addresses are refused, because they are read in two ways. */
function readRange(text: string, index: number): string {
  const isV6 = text.includes(":");
  const range = text.includes("/") ? text : `${text}/${isV6 ? 128 : 32}`;
  const isValid = isV6 ? isPlainV6(range) : ipaddr.IPv4.isValidCIDRFourPartDecimal(range);
  if (!isValid) throw badInput(`allowedRanges.${index}`, say("service.keyRange", { text }));
  const [address, bits] = ipaddr.parseCIDR(range);
  return `${address.toString()}/${bits}`;
}

/** Callers with an IPv4 address in the form of IPv6 count as IPv4. */
function isPlainV6(range: string): boolean {
  return (
    !range.includes("%") && ipaddr.IPv6.isValidCIDR(range) && !ipaddr.IPv6.parseCIDR(range)[0].isIPv4MappedAddress()
  );
}
