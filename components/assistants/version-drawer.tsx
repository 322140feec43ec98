"use client";

import { Drawer, Select, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./assistants.module.css";
import { compareProperties, type Difference } from "./compare-properties.ts";
import type { Version } from "./version-queries.ts";

type Props = {
  version: Version | null;
  /** The versions to compare with, newest first. */
  versions: Version[];
  onClose: () => void;
};

/** The differences between a version and another one. */
export function VersionDrawer({ version, versions, onClose }: Props) {
  const t = useTranslations("assistants.versions");
  return (
    <Drawer
      opened={version !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={version ? t("compared", { number: version.number }) : ""}
    >
      {version ? <Comparison key={version.id} version={version} versions={versions} /> : null}
    </Drawer>
  );
}

function Comparison({ version, versions }: { version: Version; versions: Version[] }) {
  const t = useTranslations("assistants.versions");
  const words = useTranslations("assistants");
  const others = versions.filter(({ id }) => id !== version.id);
  const [otherId, setOtherId] = useState(usual(version, others)?.id ?? null);
  const other = others.find(({ id }) => id === otherId);
  if (!other) return <Text size="sm">{t("noOther")}</Text>;
  // Older version first.
  const [before, after] = other.number < version.number ? [other, version] : [version, other];
  const differences = compareProperties(before.integrationProperties, after.integrationProperties, words);
  return (
    <Stack gap="md">
      <Select
        label={t("with")}
        data={others.map(({ id, number, state }) => ({ value: id, label: t(`one.${state}`, { number }) }))}
        value={otherId}
        onChange={setOtherId}
        allowDeselect={false}
      />
      {differences.length > 0 ? (
        <div>
          {differences.map((difference) => (
            <DifferenceItem key={difference.name} difference={difference} before={before} after={after} />
          ))}
        </div>
      ) : (
        <Text size="sm">{t("same")}</Text>
      )}
    </Stack>
  );
}

/** The default version to compare with: the live one, or for the live one its predecessor. */
function usual(version: Version, others: Version[]): Version | undefined {
  const live = others.find(({ state }) => state === "live");
  return live ?? others.find(({ number }) => number < version.number) ?? others[0];
}

type ItemProps = { difference: Difference; before: Version; after: Version };

function DifferenceItem({ difference, before, after }: ItemProps) {
  const t = useTranslations("assistants.versions");
  return (
    <section className={classes.difference}>
      <h3 className={classes.differenceName}>{difference.name}</h3>
      <dl className={classes.sides}>
        <div>
          <dt>{t("one.past", { number: before.number })}</dt>
          <dd dir="auto">{difference.before || "–"}</dd>
        </div>
        <div>
          <dt>{t("one.past", { number: after.number })}</dt>
          <dd dir="auto">{difference.after || "–"}</dd>
        </div>
      </dl>
    </section>
  );
}
