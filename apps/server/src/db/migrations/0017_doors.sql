CREATE TABLE "known_browsers" (
	"owner" text NOT NULL,
	"browser_hash" text NOT NULL,
	"used_at" bigint NOT NULL,
	CONSTRAINT "known_browsers_owner_browser_hash_pk" PRIMARY KEY("owner","browser_hash")
);
--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "asker_hash" text;--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "others_tries" smallint DEFAULT 0 NOT NULL;