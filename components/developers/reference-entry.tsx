"use client";

import { Anchor, Badge, Stack, Text } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { exampleCurl, exampleVariables, type ReferenceOperation } from "./api-reference.ts";
import { FieldTable } from "./field-table.tsx";
import classes from "./reference.module.css";

/** One operation: a line that expands to its input and an example. Collapsed lines cost next to nothing to render. */
export function ReferenceEntry({ path, operation }: { path: string; operation: ReferenceOperation }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.entry} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
        <code className={classes.name}>{operation.name}</code>
        <span className={classes.words}>{operation.summary}</span>
        <Badge variant="light" color={operation.kind === "mutation" ? "petrol" : "gray"} className={classes.kind}>
          {operation.kind}
        </Badge>
      </summary>
      {isOpen ? <EntryBody path={path} operation={operation} /> : null}
    </details>
  );
}

const code = (chunks: ReactNode) => <code>{chunks}</code>;

function EntryBody({ path, operation }: { path: string; operation: ReferenceOperation }) {
  const t = useTranslations("developers.reference");
  const workspaceId = useWorkspaceId();
  const { inputType, input, result, permission, isIdempotent, isForPeople, example } = operation;
  return (
    <Stack gap="md" className={classes.body}>
      <Text size="sm">
        {t.rich("answers", { result, code })} {permission ? `${t("needs", { permission })} ` : null}
        {isForPeople ? `${t("forPeople")} ` : null}
        {isIdempotent ? t.rich("idempotent", { code }) : null}
      </Text>
      <FieldTable label={inputType} fields={input} />
      <CodeBlock label={t("document")} code={example.query} />
      <CodeBlock label={t("variables")} code={exampleVariables(operation, workspaceId)} />
      <CodeBlock label={t("curl")} code={exampleCurl(window.location.origin, path, operation, workspaceId)} />
      <Anchor component={Link} href={paths.explorer(workspaceId, operation.name)} size="sm">
        {t("open")}
      </Anchor>
    </Stack>
  );
}
