"use client";

import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { SecretsDialog } from "../ui/secrets-dialog.tsx";
import { ingressCurl } from "./ingress-curl.ts";
import type { Channel } from "./queries.ts";

/** A custom channel that was just made, with the secrets that are shown this once. */
export type NewCustomChannel = { channel: Channel; validateToken: string; accessToken: string };

export function CustomReady({ made, onClose }: { made: NewCustomChannel | null; onClose: () => void }) {
  const ingressUrl = made?.channel.ingressUrl ?? "";
  return (
    <SecretsDialog
      title={made ? `“${made.channel.name}” is ready` : ""}
      secrets={
        made && [
          { label: "Validate token", text: made.validateToken },
          { label: "Access token", text: made.accessToken },
        ]
      }
      onClose={onClose}
    >
      {made ? (
        <>
          <CopyField label="Address for incoming messages" text={ingressUrl} />
          <CodeBlock label="Send your first message" code={ingressCurl(ingressUrl, made.validateToken)} />
        </>
      ) : null}
    </SecretsDialog>
  );
}
