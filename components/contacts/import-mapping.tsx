"use client";

import { Badge, Button, Checkbox, Group, Progress, Select, Stack, Table, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./contacts.module.css";
import type { ReadFile } from "./import-drop.tsx";
import { RowErrors } from "./import-errors.tsx";
import { splitFullName } from "../../server/clients/split-cells.ts";
import { FIELDS, columnsOf, guessFields, mappingProblem, splitTags } from "./import-fields.ts";
import type { Field } from "./import-queries.ts";
import { useImport } from "./use-import.ts";

type Props = { read: ReadFile; onBack: () => void };

/** Maps columns to fields, starting from a guess. Then checks every row and starts the import. */
export function ImportMapping({ read: { file, head }, onBack }: Props) {
  const t = useTranslations("contacts");
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const [fields, setFields] = useState<(Field | null)[]>(() => guessFields(head.header, head.rows));
  const [skipErrors, setSkipErrors] = useState(true);
  const flow = useImport(file);
  const problem = mappingProblem(head.header, fields);
  const columns = columnsOf(head.header, fields);
  const { validation } = flow;

  const choose = (index: number, field: Field | null) => {
    setFields(fields.map((other, at) => (at === index ? field : other)));
    flow.forgetCheck();
  };
  return (
    <Panel title={file.name} description={t("importing.mapping")}>
      <Stack>
        <div className={classes.wide}>
          {/* On a phone its cells stand below each other: it says itself that they are a table's. */}
          <Table role="table" aria-label={t("importing.mappingLabel")} className={classes.mapping}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("importing.column")}</Table.Th>
                <Table.Th>{t("importing.sample")}</Table.Th>
                <Table.Th>{t("importing.field")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody role="rowgroup">
              {head.header.map((name, index) => (
                <Table.Tr key={`${index} ${name}`} role="row">
                  <Table.Th scope="row" role="rowheader">
                    <bdi>{name || "–"}</bdi>
                  </Table.Th>
                  <Table.Td role="cell">
                    <Samples
                      field={fields[index] ?? null}
                      cells={head.rows.flatMap((row) => row[index]?.trim() || [])}
                    />
                  </Table.Td>
                  <Table.Td role="cell">
                    <Select
                      aria-label={t("importing.fieldOf", { column: name })}
                      placeholder={t("importing.leaveOut")}
                      clearable
                      searchable
                      disabled={name === ""}
                      data={FIELDS.map((field) => ({ value: field, label: t(`fields.${field}`) }))}
                      value={fields[index] ?? null}
                      onChange={(field) => choose(index, FIELDS.find((each) => each === field) ?? null)}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <FormProblem>{problem ? t(`importing.problems.${problem}`) : flow.error?.message}</FormProblem>
        {flow.share !== null ? <Progress value={flow.share * 100} aria-label={t("importing.uploading")} /> : null}
        {validation ? (
          <Stack gap="xs" role="status">
            <Text fw={500}>{t("importing.checked", { total: validation.totalRows, bad: validation.invalidRows })}</Text>
            <RowErrors errors={validation.errors} total={validation.invalidRows} />
            {validation.invalidRows > 0 ? (
              <Checkbox
                label={t("importing.skipErrors")}
                checked={skipErrors}
                onChange={(event) => setSkipErrors(event.currentTarget.checked)}
              />
            ) : null}
          </Stack>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            {t("importing.otherFile")}
          </Button>
          {validation ? (
            <Button
              loading={flow.isBusy}
              disabled={validation.validRows === 0 || (validation.invalidRows > 0 && !skipErrors)}
              onClick={() =>
                void flow.start(columns, skipErrors).then((jobId) => {
                  if (jobId) router.push(paths.importContacts(workspaceId, jobId));
                })
              }
            >
              {t("importing.start", { count: validation.validRows })}
            </Button>
          ) : (
            <Button loading={flow.isBusy} disabled={problem !== null} onClick={() => void flow.check(columns)}>
              {t("importing.check")}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

/** The number of full names shown as split. */
const SHOWN_NAMES = 3;

/** The first values of a column. Tags are shown separately and full names split, as they will be stored. */
function Samples({ field, cells }: { field: Field | null; cells: readonly string[] }) {
  const t = useTranslations("contacts.importing");
  if (field === "fullName") {
    return (
      <ul className={classes.samples} aria-label={t("splitNames")}>
        {cells.slice(0, SHOWN_NAMES).map((cell, index) => {
          const { name, surname } = splitFullName(cell);
          return (
            <li key={`${index} ${cell}`}>
              {t.rich(surname === "" ? "oneName" : "splitName", {
                name,
                surname,
                value: (text) => (
                  <Text span inherit c="var(--text-1)" fw={500} dir="auto">
                    {text}
                  </Text>
                ),
              })}
            </li>
          );
        })}
      </ul>
    );
  }
  if (field !== "tags") {
    return (
      <Text size="xs" c="dimmed" lineClamp={2}>
        {cells.join(" · ")}
      </Text>
    );
  }
  return (
    <Group gap={4}>
      {[...new Set(cells.flatMap(splitTags))].map((tag) => (
        <Badge key={tag} variant="default" size="sm" tt="none">
          <bdi>{tag}</bdi>
        </Badge>
      ))}
    </Group>
  );
}
