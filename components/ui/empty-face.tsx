import { Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  icon: ReactNode;
  title: string;
  /** What will appear here. */
  message: string;
  /** The next step, as a button or link. */
  action?: ReactNode;
};

/** An empty state. */
export function EmptyFace({ icon, title, message, action }: Props) {
  return (
    <Stack align="center" gap="sm" p="xl" my="auto" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light">
        {icon}
      </ThemeIcon>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={440}>
        {message}
      </Text>
      {action}
    </Stack>
  );
}
