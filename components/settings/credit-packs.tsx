"use client";

import { Button, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { failed } from "../ui/toasts.tsx";
import { createCheckout, creditPacksQuery } from "./credit-queries.ts";
import type { CreditPack } from "./credit-queries.ts";

/** What can be bought; where Stripe is not set up, who else can help. */
export function CreditPacks() {
  const packs = useQuery(creditPacksQuery(useWorkspaceId()));
  return (
    <Panel
      title="Buy credits"
      description="Paid on Stripe’s page. What the provider charges for messages is not included."
    >
      <Loaded query={packs} failure="The packs could not be loaded" rows={3}>
        {({ onSale, nodes }) => (
          <>
            <SimpleGrid cols={{ base: 1, sm: nodes.length }} spacing="md">
              {nodes.map((pack) => (
                <Pack key={pack.id} pack={pack} onSale={onSale} />
              ))}
            </SimpleGrid>
            {onSale ? null : (
              <Text size="sm" c="dimmed" mt="md" maw="64ch">
                Credits cannot be bought here yet: this installation has no Stripe keys. Ask its operator, who can grant
                credits too.
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Pack({ pack, onSale }: { pack: CreditPack; onSale: boolean }) {
  const workspaceId = useWorkspaceId();
  const buy = useMutation({
    mutationFn: () => createCheckout({ workspaceId, pack: pack.id }),
    onSuccess: (url) => window.location.assign(url),
    onError: (error) => failed("The checkout did not open", error),
  });
  const credits = pack.credits.toLocaleString();
  const price = `$${pack.priceUsdCents / 100}`;
  return (
    <Stack gap={4}>
      <Text fw={600}>{credits} credits</Text>
      <Button
        variant="default"
        disabled={!onSale}
        // The page is left: the button stays busy until it has gone.
        loading={buy.isPending || buy.isSuccess}
        onClick={() => buy.mutate()}
        aria-label={`Buy for ${price}: ${credits} credits`}
      >
        Buy for {price}
      </Button>
    </Stack>
  );
}
