-- outside a transaction
-- Deliveries that later ones of their conversation wait for: the condition of holdsOrder (server/webhooks/claim-deliveries.ts).
drop index concurrently if exists "WebhookDelivery_held_idx";
create index concurrently "WebhookDelivery_held_idx" on "WebhookDelivery" ("workspaceId", "webhookId", "convId", "eventSeq")
  where state = 'pending' and attempts - "scheduleStep" < 3;
drop index concurrently if exists "WebhookDelivery_order_idx";
