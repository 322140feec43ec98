"use client";

import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import type { ReactNode } from "react";
import { theme, tokens } from "../ui/theme.ts";
import { createQueryClient } from "./query-client.ts";

/** What every page stands in: look, dialogs, toasts and the cache of answers. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={tokens} defaultColorScheme="auto">
        <ModalsProvider>{children}</ModalsProvider>
        <Notifications position="bottom-center" limit={3} autoClose={5_000} />
      </MantineProvider>
    </QueryClientProvider>
  );
}
