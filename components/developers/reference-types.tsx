"use client";

import { Code, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Panel } from "../ui/panel.tsx";
import type { ReferenceType } from "./api-reference.ts";
import { FieldTable } from "./field-table.tsx";
import classes from "./reference.module.css";

/** Every type in the operations' inputs and responses. */
export function ReferenceTypes({ types }: { types: ReferenceType[] }) {
  const t = useTranslations("developers.reference");
  return (
    <Panel title={t("types")} flush>
      {types.map((type) => (
        <TypeEntry key={type.name} type={type} />
      ))}
    </Panel>
  );
}

function TypeEntry({ type }: { type: ReferenceType }) {
  const [isOpen, setOpen] = useState(false);
  const { name, kind, description, fields, values } = type;
  return (
    <details className={classes.entry} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <code className={classes.name}>{name}</code>
        <span className={classes.words}>{description ?? kind}</span>
      </summary>
      {isOpen ? (
        <div className={classes.body}>
          {kind === "enum" ? (
            <Text size="sm" className={classes.values}>
              {values.map((value) => (
                <Code key={value}>{value}</Code>
              ))}
            </Text>
          ) : (
            <FieldTable label={name} fields={fields} />
          )}
        </div>
      ) : null}
    </details>
  );
}
