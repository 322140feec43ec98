-- A list of entries still to be sorted in makes the planner read the whole table instead, just after a source was read.
alter index "KnowledgePassage_search_idx" set (fastupdate = off);
-- Nothing asks it.
drop index "KnowledgePassage_trigram_idx";
