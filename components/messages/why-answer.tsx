"use client";

import { ActionIcon, Popover, ScrollArea, Stack, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { IconListSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { PassageList } from "../assistants/passage-list.tsx";
import { readTrace } from "../assistants/read-trace.ts";
import type { Json } from "../graphql/graphql.ts";
import { Loaded } from "../ui/loaded.tsx";
import { AnswerFacts } from "./answer-facts.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { answerQuery } from "./message-queries.ts";

/** Explains an assistant's message by its sources. Loaded when it is opened. */
export function WhyAnswer({ messageId }: { messageId: string }) {
  const t = useTranslations("inbox.why");
  const { workspaceId } = useInbox();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const answer = useQuery({ ...answerQuery(workspaceId, messageId), enabled: isOpen });
  return (
    <Popover opened={isOpen} onClose={close} width={360} position="top" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t("label")} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t("label")}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <IconListSearch size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("title")}>
        <Loaded query={answer} failure={t("failure")} rows={3}>
          {(found) =>
            found ? (
              <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0 }}>
                <Stack gap="sm">
                  {found.reason ? <Text size="sm">{t("because", { reason: found.reason })}</Text> : null}
                  <Drawn trace={found.trace} />
                  <AnswerFacts {...found} trace={readTrace(found.trace)} />
                </Stack>
              </ScrollArea.Autosize>
            ) : (
              <NothingKept />
            )
          }
        </Loaded>
      </Popover.Dropdown>
    </Popover>
  );
}

function Drawn({ trace }: { trace: Json | null }) {
  const t = useTranslations("inbox.why");
  const did = readTrace(trace);
  // The data is stored for 30 days, and is deleted when the message is deleted.
  if (!did) return <NothingKept />;
  const used = did.passages.filter(({ isUsed }) => isUsed);
  return used.length > 0 ? <PassageList passages={used} /> : <Text size="sm">{t("noSource")}</Text>;
}

function NothingKept() {
  const t = useTranslations("inbox.why");
  return <Text size="sm">{t("nothing")}</Text>;
}
