"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { SecretsDialog } from "../ui/secrets-dialog.tsx";
import { webhooksQuery, type Webhook } from "./queries.ts";
import { VERIFY_SNIPPET } from "./snippets.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookTable } from "./webhook-table.tsx";

export function WebhooksPage() {
  const t = useTranslations("developers.webhooks");
  const webhooks = useQuery(webhooksQuery(useWorkspaceId()));
  const [edited, setEdited] = useState<Webhook | "new" | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  return (
    <SettingsFrame isWide page="webhooks" count={webhooks.data?.length} actions={webhooks.data?.length ? create : null}>
      <Panel flush>
        <Loaded query={webhooks} failure={t("failure")} shape="table">
          {(rows) =>
            rows.length > 0 ? (
              <WebhookTable webhooks={rows} onEdit={setEdited} onSecret={setSecret} />
            ) : (
              <EmptyFace picture="program" title={t("empty")} message={t("emptyWords")} action={create} />
            )
          }
        </Loaded>
      </Panel>
      {/* It comes with the list, so that it does not move. */}
      {webhooks.data ? (
        <Panel title={t("verify")} description={t("verifyWords")}>
          <CodeBlock label={t("receiver")} code={VERIFY_SNIPPET} />
        </Panel>
      ) : null}
      <WebhookDialog
        webhook={edited}
        onClose={() => setEdited(null)}
        onSaved={(newSecret) => {
          setEdited(null);
          setSecret(newSecret);
        }}
      />
      <SecretsDialog
        title={t("secret")}
        secrets={secret ? [{ label: t("secret"), text: secret }] : null}
        onClose={() => setSecret(null)}
      />
    </SettingsFrame>
  );
}
