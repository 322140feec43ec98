"use client";

import { Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { createCheckout, creditPacksQuery, type CreditPack } from "./credit-queries.ts";

/** The credit packs for sale. Without Stripe, says who can help. */
export function CreditPacks() {
  const t = useTranslations("settings.credits");
  const packs = useQuery(creditPacksQuery(useWorkspaceId()));
  return (
    <Panel title={t("buy")} description={t("buyHint")}>
      <Loaded query={packs} failure={t("packsFailure")} rows={3}>
        {({ onSale, nodes }) => (
          <>
            <SimpleGrid cols={{ base: 1, sm: nodes.length }} spacing="md">
              {nodes.map((pack) => (
                <Pack key={pack.id} pack={pack} onSale={onSale} />
              ))}
            </SimpleGrid>
            {onSale ? null : (
              <Text size="sm" c="dimmed" mt="md" maw="64ch">
                {t("notOnSale")}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Pack({ pack, onSale }: { pack: CreditPack; onSale: boolean }) {
  const t = useTranslations("settings.credits");
  const format = useFormatter();
  const workspaceId = useWorkspaceId();
  const buy = useMutation({
    mutationFn: () => createCheckout({ workspaceId, pack: pack.id }),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => failed(t("notOpened"), error),
  });
  const credits = format.number(pack.credits);
  const price = `$${pack.priceUsdCents / 100}`;
  return (
    <Stack gap={4}>
      <Text fw={600}>{t("pack", { credits })}</Text>
      <Button
        variant="default"
        disabled={!onSale}
        // The browser is leaving the page, so keep the button busy.
        loading={buy.isPending || buy.isSuccess}
        onClick={() => buy.mutate()}
        aria-label={t("buyName", { price, credits })}
      >
        {t("buyFor", { price })}
      </Button>
    </Stack>
  );
}
