"use client";

import { ActionIcon, Badge, Button, Group, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconRefresh, IconSearch, IconStar, IconStarFilled } from "@tabler/icons-react";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { languageOf } from "../i18n/locales.ts";
import { useNow } from "../ui/use-now.ts";
import { partsOf, type Definition } from "./template-draft.ts";
import { templateGroups, type TemplateGroup } from "./template-groups.ts";
import classes from "./templates.module.css";
import { useLocalStorage } from "@mantine/hooks";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** More than a person looks through. The search finds the rest. */
const SHOWN = 50;

type Props = {
  definitions: readonly Definition[];
  /** When the provider was last asked. `problem`: why it did not answer. */
  fetchedAt: string | null;
  problem: string | null;
  isRefreshing: boolean;
  onRefresh: () => void;
  onChoose: (definition: Definition) => void;
};

/** The channel's templates to choose from: searchable, favorites first, each with its text. */
export function TemplateList({ definitions, fetchedAt, problem, isRefreshing, onRefresh, onChoose }: Props) {
  const t = useTranslations("templates");
  const format = useFormatter();
  const locale = languageOf(useLocale());
  const now = useNow();
  const [search, setSearch] = useState("");
  const [favourites, toggle] = useFavourites();
  const groups = templateGroups(definitions, { search, favourites, locale });
  const hidden = groups.length - SHOWN;
  return (
    <div className={classes.chooser}>
      <TextInput
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c={problem ? "var(--warning-text)" : "dimmed"}>
          {problem
            ? t("notSynced", { problem })
            : fetchedAt
              ? t("synced", { when: format.relativeTime(new Date(fetchedAt), Math.max(now, Date.parse(fetchedAt))) })
              : ""}
        </Text>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={isRefreshing}
          onClick={onRefresh}
        >
          {t("refresh")}
        </Button>
      </Group>
      {groups.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" ta="center">
          {definitions.length === 0 ? t("none") : t("noneFound")}
        </Text>
      ) : (
        <ul className={classes.list} aria-label={t("list")}>
          {groups.slice(0, SHOWN).map((group) => (
            <GroupItem key={group.name} group={group} onChoose={onChoose} onToggle={() => toggle(group.name)} />
          ))}
        </ul>
      )}
      {hidden > 0 ? (
        <Text size="xs" c="dimmed">
          {t("more", { count: hidden })}
        </Text>
      ) : null}
    </div>
  );
}

type ItemProps = { group: TemplateGroup; onChoose: (definition: Definition) => void; onToggle: () => void };

function GroupItem({ group, onChoose, onToggle }: ItemProps) {
  const t = useTranslations("templates");
  const { name, definitions, choice, why, isFavourite } = group;
  const [first] = definitions;
  if (!first) return null;
  const Star = isFavourite ? IconStarFilled : IconStar;
  return (
    <li className={classes.item}>
      <UnstyledButton
        className={classes.choice}
        disabled={choice === null}
        aria-label={name}
        onClick={() => {
          if (choice) onChoose(choice);
        }}
      >
        <span className={classes.name}>
          {name}
          <Badge size="xs" variant="light" color="gray">
            {first.category.toLowerCase()}
          </Badge>
          {first.qualityScore === "RED" || first.qualityScore === "YELLOW" ? (
            <Badge size="xs" variant="light" color={first.qualityScore === "RED" ? "red" : "yellow"}>
              {t("lowQuality")}
            </Badge>
          ) : null}
        </span>
        <span className={classes.words} dir="auto">
          {partsOf(choice ?? first).body}
        </span>
        <span className={classes.small}>{definitions.map(({ language }) => language).join(", ")}</span>
        {why ? <span className={classes.why}>{t(`why.${why}`, { status: first.status })}</span> : null}
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color={isFavourite ? "yellow" : "gray"}
        aria-label={t("favourite", { name })}
        aria-pressed={isFavourite}
        onClick={onToggle}
      >
        <Star size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** The names of this browser's favorite templates, and a function that adds or removes one. */
function useFavourites(): [readonly string[], (name: string) => void] {
  const [names, setNames] = useLocalStorage<string[]>({
    key: `template-favourites-${useWorkspaceId()}`,
    defaultValue: [],
    deserialize: readNames,
  });
  const toggle = (name: string) =>
    setNames((known) => (known.includes(name) ? known.filter((other) => other !== name) : [...known, name]));
  return [names, toggle];
}

function readNames(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
