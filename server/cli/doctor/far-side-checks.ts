import { quietSince } from "../../integrations/quiet-since.ts";
import type { IntegrationState } from "../../generated/prisma/enums.ts";
import { decryptSecret, type SecretPlace } from "../../crypto.ts";
import { fail, hostOf, inWords, ok, rowsOf, warn, type Check, type Found } from "./finding.ts";

/** Findings listed per kind. The rest are counted. */
const NAMED = 10;
/** In days: a token that expires sooner is reported. */
const TOKEN_DAYS = 7;
/** Secrets tested per table. */
const TRIED = 20;

type Channel = {
  workspaceId: number;
  name: string;
  type: string;
  state: IntegrationState;
  lastError: string | null;
  tokenExpiresAt: Date | null;
  lastInboundAt: Date | null;
  inboundDays: number;
};

function judgeChannel(channel: Channel, now: Date): Found | null {
  const { name, type, workspaceId, state, lastError, tokenExpiresAt } = channel;
  const which = `${type} channel “${name}” of workspace ${workspaceId}`;
  const renew = "Put a new token into it (Channels → the channel → Credentials)";
  const left = tokenExpiresAt ? (tokenExpiresAt.getTime() - now.getTime()) / 1_000 : Infinity;
  if (left <= 0) return fail("channel-token-expired", `the token of ${which} ended ${inWords(-left)} ago`, renew);
  if (state === "error") {
    return fail(
      "channel-refused",
      `${which} is in error: ${lastError ?? "its provider refuses it"}`,
      "Correct its credentials at the provider or in the portal, then “Check now”",
    );
  }
  if (left < TOKEN_DAYS * 86_400)
    return warn("channel-token-ends", `the token of ${which} ends in ${inWords(left)}`, renew);
  const silent = quietSince(channel, now);
  if (!silent) return null;
  return warn(
    "channel-silent",
    `${which} brought messages nearly every day, and none since ${silent.toISOString()}`,
    "See at the provider whether its webhook still points to APP_URL and is answered; write to the channel yourself",
  );
}

/** The first findings, and a line that counts the others. If there are none, the given success text. */
function atMost(found: Found[], good: string): Found[] {
  if (found.length === 0) return [ok(good)];
  const [first] = found.slice(NAMED);
  if (!first || first.status === "ok") return found;
  return [...found.slice(0, NAMED), { ...first, cause: `… and ${found.length - NAMED} more like these` }];
}

const PLACES: { table: SecretPlace["table"]; field: string; id: string; column: string }[] = [
  { table: "Integration", field: "credentials", id: "id::text", column: "credentials" },
  { table: "Webhook", field: "secret", id: "id::text", column: "secret" },
  { table: "Assistant", field: "properties", id: "id::text", column: "properties" },
];

/** Checks whether the key is the one that encrypted the stored secrets. */
export const SECRETS_CHECK: Check = {
  name: "stored secrets",
  async run({ db }) {
    let tried = 0;
    for (const { table, field, id, column } of PLACES) {
      const rows = await rowsOf<{ workspaceId: number; id: string; text: string }>(
        db,
        `select "workspaceId", ${id} as id, ${column} as text from "${table}" where "deletedAt" is null and ${column} <> ''
        order by "createdAt" desc limit ${TRIED}`,
      );
      for (const row of rows) {
        tried += 1;
        const place = { workspaceId: row.workspaceId, table, id: row.id, field };
        if (
          await decryptSecret(row.text, place).then(
            () => true,
            () => false,
          )
        )
          continue;
        return fail(
          "encryption-key-wrong",
          `a secret of ${table} ${row.id} does not open with this ENCRYPTION_KEY`,
          "Set the ENCRYPTION_KEY under which it was stored; what was stored under a lost key has to be entered anew",
        );
      }
    }
    return ok(tried > 0 ? `${tried} tried, all open` : "none is stored yet");
  },
};

/** Checks providers and subscribers. */
export const FAR_SIDE_CHECKS: Check[] = [
  {
    name: "channels",
    async run({ db, machine }) {
      const channels = await rowsOf<Channel>(
        db,
        `select i."workspaceId", i.name, i.type::text, i.state::text, i."lastError", i."tokenExpiresAt", i."lastInboundAt", i."inboundDays"
        from "Integration" i join "Workspace" w on w.id = i."workspaceId" and w."deletedAt" is null
        where i."deletedAt" is null and not i."isPlayground" and i.state <> 'disabled' order by i."workspaceId", i."createdAt"`,
      );
      const found = channels.map((channel) => judgeChannel(channel, machine.now())).filter((one) => one !== null);
      return atMost(found, `${channels.length}, none complains`);
    },
  },
  {
    name: "webhooks",
    async run({ db, machine }) {
      const rows = await rowsOf<{
        workspaceId: number;
        label: string;
        url: string;
        active: boolean;
        failingSince: Date | null;
        error: string | null;
      }>(
        db,
        `select w."workspaceId", w.label, w.url, w.active, w."failingSince", d.error from "Webhook" w
        left join lateral (select coalesce(d.error, 'answered ' || d."responseStatus") as error from "WebhookDelivery" d
          where d."workspaceId" = w."workspaceId" and d."webhookId" = w.id and d.attempts > 0 order by d."createdAt" desc limit 1) d on true
        where w."deletedAt" is null and (w."disabledReason" is not null or w."failingSince" < now() - interval '1 minute')
        order by w."failingSince" nulls last`,
      );
      const found = rows.map(({ workspaceId, label, url, active, failingSince, error }) => {
        const which = `webhook “${label}” of workspace ${workspaceId} (${hostOf(url)})`;
        if (!active) {
          return warn(
            "webhook-off",
            `${which} was switched off, because it had failed for too long`,
            "Mend its receiver, switch it on, and replay what failed (Developers → Webhooks)",
          );
        }
        const since = failingSince ? inWords((machine.now().getTime() - failingSince.getTime()) / 1_000) : "some time";
        return warn(
          "webhook-unreachable",
          `${which} has failed for ${since}: ${error ?? "no answer"}`,
          "Mend its receiver: it must answer 2xx within 15 s. Deliveries are tried again by themselves, and replayed by hand",
        );
      });
      return atMost(found, "all are answered");
    },
  },
];
