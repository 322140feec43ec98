import { Table } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReferenceField } from "./api-reference.ts";
import classes from "./reference.module.css";

/** The fields of a type. On phones, each description moves below its name. */
export function FieldTable({ label, fields }: { label: string; fields: ReferenceField[] }) {
  const t = useTranslations("developers.reference");
  return (
    <Table verticalSpacing={6} className={classes.fields} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{label}</Table.Th>
          <Table.Th>{t("type")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, type, description }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <code>{name}</code>
              {description ? <div className={classes.description}>{description}</div> : null}
            </Table.Td>
            <Table.Td>
              <code>{type}</code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
