CREATE TABLE "market_seed" (
	"name" text PRIMARY KEY NOT NULL,
	"seed" text NOT NULL
);
--> statement-breakpoint
DELETE FROM "market_memory" WHERE "name" = 'seed';
