import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  title: string;
  words: ReactNode;
  /** The next step. */
  children?: ReactNode;
};

/** A signed-out page with a message and no form. */
export function AuthMessage({ title, words, children }: Props) {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {words}
        </Text>
      </div>
      {children}
    </Stack>
  );
}
