"use client";

import { useTranslations } from "next-intl";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { SecretsDialog } from "../ui/secrets-dialog.tsx";
import { ingressCurl } from "./ingress-curl.ts";
import type { Channel } from "./queries.ts";

/** A newly created custom channel with its secrets, which are shown only once. */
export type NewCustomChannel = { channel: Channel; validateToken: string; accessToken: string };

export function CustomReady({ made, onClose }: { made: NewCustomChannel | null; onClose: () => void }) {
  const t = useTranslations("channels");
  const ingressUrl = made?.channel.ingressUrl ?? "";
  return (
    <SecretsDialog
      title={made ? t("new.ready", { name: made.channel.name }) : ""}
      secrets={
        made && [
          { label: t("guides.fields.validateToken.label"), text: made.validateToken },
          { label: t("guides.fields.customToken.label"), text: made.accessToken },
        ]
      }
      onClose={onClose}
    >
      {made ? (
        <>
          <CopyField label={t("new.incoming")} text={ingressUrl} />
          <CodeBlock label={t("new.firstMessage")} code={ingressCurl(ingressUrl, made.validateToken)} />
        </>
      ) : null}
    </SecretsDialog>
  );
}
