import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  title: string;
  words: ReactNode;
  /** What to do next. */
  children?: ReactNode;
};

/** A page before the portal that has something to say, and nothing to fill in. */
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
