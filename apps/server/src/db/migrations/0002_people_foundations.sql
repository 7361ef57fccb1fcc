CREATE TABLE "captchas" (
	"captcha_id" text PRIMARY KEY NOT NULL,
	"answer_hash" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"code_id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"target_hash" text NOT NULL,
	"from_hash" text,
	"code_hash" text NOT NULL,
	"tries" smallint NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"owner" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"source_hash" text NOT NULL,
	"used_for" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"sealed" "bytea",
	"tries" smallint NOT NULL,
	"created_at" bigint NOT NULL,
	"due_at" bigint,
	"sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"value" text NOT NULL,
	"who" text NOT NULL,
	"reason" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "settings_key_version_pk" PRIMARY KEY("key","version")
);
--> statement-breakpoint
CREATE TABLE "vault_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"first_used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "captchas_expires" ON "captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "codes_target" ON "codes" USING btree ("target_hash","created_at");--> statement-breakpoint
CREATE INDEX "codes_from" ON "codes" USING btree ("from_hash","created_at");--> statement-breakpoint
CREATE INDEX "codes_created" ON "codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "files_source" ON "files" USING btree ("source_hash");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME; END $$;
--> statement-breakpoint
CREATE TRIGGER "settings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
