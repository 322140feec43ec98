create table "ToldName" (
  "workspaceId" integer not null,
  scope text not null,
  "externalId" text not null,
  "clientId" uuid not null,
  "createdAt" timestamptz(3) not null default current_timestamp,
  constraint "ToldName_pkey" primary key ("workspaceId", scope, "externalId"),
  constraint "ToldName_workspaceId_clientId_fkey" foreign key ("workspaceId", "clientId") references "Client" ("workspaceId", id) on delete restrict on update cascade
);
create index "ToldName_workspaceId_clientId_idx" on "ToldName" ("workspaceId", "clientId");
