CREATE TABLE "corrections" (
	"correction_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "corrections_correction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"category" text NOT NULL,
	"remark" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"decided_by" text,
	"decided_reason" text NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "freezes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"frozen" boolean NOT NULL,
	"version" integer NOT NULL,
	"applied" boolean NOT NULL,
	"decided_by" text NOT NULL,
	"reason" text NOT NULL,
	"remark" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"note_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"who" text NOT NULL,
	"text" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_takes" (
	"kind" text NOT NULL,
	"record" integer NOT NULL,
	"who" text NOT NULL,
	"until" bigint NOT NULL,
	CONSTRAINT "review_takes_kind_record_pk" PRIMARY KEY("kind","record")
);
--> statement-breakpoint
CREATE INDEX "corrections_user" ON "corrections" USING btree ("user_id","correction_id");--> statement-breakpoint
CREATE INDEX "corrections_state" ON "corrections" USING btree ("state","correction_id");--> statement-breakpoint
CREATE INDEX "corrections_booking" ON "corrections" USING btree ("correction_id") WHERE state = 'booking';--> statement-breakpoint
CREATE INDEX "freezes_frozen" ON "freezes" USING btree ("user_id") WHERE frozen;--> statement-breakpoint
CREATE INDEX "freezes_pending" ON "freezes" USING btree ("user_id") WHERE not applied;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","note_id");--> statement-breakpoint
CREATE TRIGGER "notes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "notes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
