-- outside a transaction
-- The sessions that a company's provider ends by its own id (server/sso/log-out-by-provider.ts).
drop index concurrently if exists "Session_ssoDomainId_ssoSid_idx";
create index concurrently "Session_ssoDomainId_ssoSid_idx" on "Session" ("ssoDomainId", "ssoSid") where "ssoDomainId" is not null;
