CREATE TABLE "instrument_changes" (
	"instrument" integer NOT NULL,
	"version" integer NOT NULL,
	"changes" text NOT NULL,
	"who" text NOT NULL,
	"reason" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "instrument_changes_instrument_version_pk" PRIMARY KEY("instrument","version")
);
--> statement-breakpoint
CREATE TABLE "office_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"staff_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_sealed" "bytea",
	"totp_step" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"signed_in_at" bigint,
	"disabled_at" bigint
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"link_hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"totp_sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"device" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE INDEX "office_answers_at" ON "office_answers" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_links_staff" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE TRIGGER "instrument_changes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "instrument_changes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
