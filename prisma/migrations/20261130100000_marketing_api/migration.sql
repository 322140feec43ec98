-- Whether marketing templates are sent by the provider's own API for them (Meta: Marketing Messages API).
alter table "Integration" add column "marketingApi" boolean not null default false;
