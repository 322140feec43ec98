-- outside a transaction: each table is locked alone.
alter table "KnowledgeSource" add column if not exists "embeddedAt" timestamptz(3);
alter table "KnowledgeSource" add column if not exists "embeddingModel" text;
alter table "KnowledgePassage" add column if not exists "embedding" bytea;
alter table "KnowledgePassage" add column if not exists "embeddingModel" text;
-- Floats do not get smaller.
alter table "KnowledgePassage" alter column "embedding" set storage external;
