CREATE TABLE "rewrites_due" (
	"name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- The version before may have sealed rows and died before it rewrote the tables: it left no mark.
INSERT INTO "rewrites_due" ("name") SELECT 'payees' WHERE EXISTS (SELECT 1 FROM "payees");
--> statement-breakpoint
INSERT INTO "rewrites_due" ("name") SELECT 'withdrawals' WHERE EXISTS (SELECT 1 FROM "withdrawals");
