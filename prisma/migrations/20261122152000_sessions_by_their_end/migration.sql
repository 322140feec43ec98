-- outside a transaction
drop index concurrently if exists "Session_expiresAt_idx";
create index concurrently "Session_expiresAt_idx" on "Session"("expiresAt");
