"use client";

import { ActionIcon, Button, Group, type ActionIconProps } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";

type RemoveProps = ActionIconProps & { "aria-label": string; onClick: () => void };

/** Removes a row or a file. */
export function RemoveButton(props: RemoveProps) {
  return (
    <ActionIcon variant="subtle" color="gray" {...props}>
      <IconX size={props.size === "sm" ? 14 : 16} aria-hidden />
    </ActionIcon>
  );
}

type AddProps = { onClick: () => void; disabled?: boolean; children: ReactNode };

/** Adds a row below the others. */
export function AddButton({ children, ...props }: AddProps) {
  return (
    <Group>
      <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} {...props}>
        {children}
      </Button>
    </Group>
  );
}
