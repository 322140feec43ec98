"use client";

import { Modal, Select, Stack, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { TemplateComposer } from "../templates/template-composer.tsx";
import { done } from "../ui/toasts.tsx";
import type { ContactDetail } from "./documents.ts";
import type { ContactWords } from "./use-contacts.ts";

type Props = { contact: ContactDetail; name: string; words: ContactWords; opened: boolean; onClose: () => void };

/** Starts a conversation with a contact. Channels with templates need one. On all others the contact must write first. */
export function StartConvDialog({ opened, onClose, ...of }: Props) {
  const t = useTranslations("contacts");
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={t("start.title", { name: of.name })}>
      <StartConv {...of} onClose={onClose} />
    </Modal>
  );
}

function StartConv({ contact, name, words, onClose }: Omit<Props, "opened">) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const [chosen, setChosen] = useState<string | null>(null);
  const usable = words.channels.filter(({ sendsTemplates, state }) => state === "active" && sendsTemplates);
  const channel = usable.find(({ id }) => id === chosen) ?? (usable.length === 1 ? usable[0] : undefined);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {usable.length > 0 ? t("start.how") : t("start.none")}
      </Text>
      {usable.length > 0 ? (
        <Select
          label={t("start.channel")}
          data={usable.map((each) => ({ value: each.id, label: each.name }))}
          value={channel?.id ?? null}
          onChange={setChosen}
        />
      ) : null}
      {channel ? (
        <TemplateComposer
          key={channel.id}
          integrationId={channel.id}
          row={{ clientId: contact.id, clientName: name, integrationType: channel.type }}
          onSent={() => {
            onClose();
            done(t("start.sent", { name }));
            router.push(
              paths.inbox(workspaceId, undefined, new URLSearchParams({ q: `client:${contact.id}` }).toString()),
            );
          }}
        />
      ) : null}
    </Stack>
  );
}
