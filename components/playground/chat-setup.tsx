"use client";

import { ActionIcon, Button, Menu, Select, Tooltip } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { IconColumns2, IconHistory, IconPlayerPlay, IconReload, IconRepeat, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { When } from "../ui/when.tsx";
import classes from "./playground.module.css";
import { assistantName } from "./chat-name.ts";
import { chatQuery, recentChatsQuery, replay, startChat, type Chat, type Opened } from "./queries.ts";
import { choiceOf, parseChoice, versionChoices } from "./version-choices.ts";

type Props = { opened: Opened; chats: Chat[]; onShow: (convIds: string[]) => void };

/** Chooses the assistant, its version and the test number, and starts over. */
export function ChatSetup({ opened, chats, onShow }: Props) {
  const t = useTranslations("playground.setup");
  const words = useTranslations("playground");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const recent = useQuery(recentChatsQuery(workspaceId));
  const numbers = opened.testNumbers.filter(({ active }) => active).map(({ phone }) => phone);
  const choices = versionChoices(words, opened.ais);
  const [first, second] = chats;
  const [pickedPhone, setPickedPhone] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [isEarlierOpen, setEarlierOpen] = useState(false);
  const shownPhone = pickedPhone ?? first?.phone ?? numbers[0] ?? null;
  const params = useSearchParams();
  const triedId = params.get("try") ?? opened.builtInId;
  const asked = choiceOf({ aiId: triedId, versionId: params.get("version") });
  const usual = choices.find(({ value }) => value === asked) ?? choices.find(({ aiId }) => aiId === triedId);
  const shownChoice = picked ?? (first ? choiceOf(first) : (usual?.value ?? null));

  const begin = useMutation({
    mutationFn: async ({ choices: wanted, phone }: { choices: string[]; phone: string }) => {
      const started: Chat[] = [];
      for (const choice of wanted) started.push(await startChat({ workspaceId, phone, ...parseChoice(choice) }));
      return started;
    },
    onSuccess: shown,
    onError: (error) => failed(t("notStarted"), error),
  });
  const again = useMutation({
    mutationFn: async ({ chat, choice }: { chat: Chat; choice: string }) => [
      chat,
      await replay({ workspaceId, convId: chat.convId, ...parseChoice(choice) }),
    ],
    onSuccess: shown,
    onError: (error) => failed(t("notReplayed"), error),
  });

  function shown(started: Chat[]): void {
    for (const chat of started) queryClient.setQueryData(chatQuery(workspaceId, chat.convId).queryKey, chat);
    void queryClient.invalidateQueries({ queryKey: recentChatsQuery(workspaceId).queryKey });
    setPicked(null);
    setPickedPhone(null);
    onShow(started.map(({ convId }) => convId));
  }

  function start(wanted: (string | null)[], phone = shownPhone): void {
    const known = wanted.filter((choice) => choice !== null);
    if (phone && known.length > 0) begin.mutate({ choices: known, phone });
  }

  const isBusy = begin.isPending || again.isPending;
  const canBegin = shownPhone !== null && shownChoice !== null;
  return (
    <header className={classes.setup}>
      <h1 className={classes.title}>{words("title")}</h1>
      <Select
        aria-label={t("assistant")}
        className={classes.pick}
        data={choices}
        value={shownChoice}
        onChange={(value) => {
          setPicked(value);
          // With a conversation open, choosing another assistant starts a new one with that assistant.
          if (first) start(second ? [value, choiceOf(second)] : [value]);
        }}
        allowDeselect={false}
        searchable
      />
      <Select
        aria-label={t("number")}
        className={classes.number}
        data={numbers}
        value={shownPhone}
        onChange={(value) => {
          setPickedPhone(value);
          if (first && value) start(chats.map(choiceOf), value);
        }}
        placeholder={t("noNumber")}
        allowDeselect={false}
      />
      <div className={classes.actions}>
        {first ? (
          <>
            <Tooltip label={t("resetHint")}>
              <Button
                variant="default"
                leftSection={<IconReload size={16} aria-hidden />}
                loading={begin.isPending}
                disabled={isBusy}
                onClick={() => start(chats.map(choiceOf))}
              >
                {t("reset")}
              </Button>
            </Tooltip>
            <VersionMenu
              label={t("replay")}
              hint={t("replayHint")}
              icon={<IconRepeat size={16} aria-hidden />}
              choices={choices}
              isDisabled={isBusy || !first.messages.some(({ isClient }) => isClient)}
              onPick={(choice) => again.mutate({ chat: first, choice })}
            />
            {second ? (
              <Button
                variant="default"
                leftSection={<IconX size={16} aria-hidden />}
                onClick={() => onShow([first.convId])}
              >
                {t("oneOnly")}
              </Button>
            ) : (
              <VersionMenu
                label={t("sideBySide")}
                hint={t("compare")}
                icon={<IconColumns2 size={16} aria-hidden />}
                choices={choices}
                isDisabled={isBusy}
                onPick={(choice) => start([choiceOf(first), choice])}
              />
            )}
          </>
        ) : (
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={!canBegin || isBusy}
            loading={begin.isPending}
            onClick={() => start([shownChoice])}
          >
            {t("start")}
          </Button>
        )}
        <Menu position="bottom-end" width={300} opened={isEarlierOpen} onChange={setEarlierOpen}>
          <Menu.Target>
            <Tooltip label={t("earlier")} disabled={isEarlierOpen}>
              <ActionIcon variant="default" size={36} aria-label={t("earlier")}>
                <IconHistory size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </Menu.Target>
          <Menu.Dropdown className={classes.recent}>
            <Menu.Label>{t("kept")}</Menu.Label>
            {recent.data?.length ? null : <Menu.Item disabled>{t("none")}</Menu.Item>}
            {recent.data?.map((chat) => (
              <Menu.Item key={chat.convId} onClick={() => onShow([chat.convId])}>
                <span className={classes.recentLine} dir="auto">
                  {chat.firstLine ?? t("nothingSaid")}
                </span>
                <span className={classes.recentFacts}>
                  {assistantName(words, chat.aiId, opened.ais)} · <When at={chat.createdAt} precise />
                </span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </header>
  );
}

type MenuProps = {
  label: string;
  hint: string;
  icon: React.ReactNode;
  choices: { value: string; label: string }[];
  isDisabled: boolean;
  onPick: (choice: string) => void;
};

function VersionMenu({ label, hint, icon, choices, isDisabled, onPick }: MenuProps) {
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button variant="default" leftSection={icon} disabled={isDisabled}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.recent}>
        <Menu.Label>{hint}</Menu.Label>
        {choices.map(({ value, label: name }) => (
          <Menu.Item key={value} onClick={() => onPick(value)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
