CREATE TABLE "identity_submissions" (
	"submission_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_submissions_submission_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"sealed" "bytea",
	"country" text NOT NULL,
	"number_print" text NOT NULL,
	"verified_print" text,
	"front" text NOT NULL,
	"reverse" text NOT NULL,
	"flags" text NOT NULL,
	"remark" text NOT NULL,
	"decided_by" text,
	"created_at" bigint NOT NULL,
	"decided_at" bigint,
	"erased_at" bigint
);
--> statement-breakpoint
CREATE TABLE "picture_views" (
	"file_id" text NOT NULL,
	"viewer_kind" text NOT NULL,
	"viewer_id" integer NOT NULL,
	"until" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "picture_views_file_id_viewer_kind_viewer_id_until_pk" PRIMARY KEY("file_id","viewer_kind","viewer_id","until")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "erased_at" bigint;--> statement-breakpoint
CREATE INDEX "identity_submissions_user" ON "identity_submissions" USING btree ("user_id","submission_id");--> statement-breakpoint
CREATE INDEX "identity_submissions_status" ON "identity_submissions" USING btree ("status","submission_id");--> statement-breakpoint
CREATE INDEX "identity_submissions_number" ON "identity_submissions" USING btree ("number_print");--> statement-breakpoint
CREATE INDEX "identity_submissions_decided" ON "identity_submissions" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_submissions_one_waiting" ON "identity_submissions" USING btree ("user_id") WHERE status = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_submissions_one_verified" ON "identity_submissions" USING btree ("user_id") WHERE status = 2;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_submissions_document" ON "identity_submissions" USING btree ("verified_print");--> statement-breakpoint
CREATE INDEX "picture_views_viewer" ON "picture_views" USING btree ("viewer_kind","viewer_id","at");--> statement-breakpoint
CREATE TRIGGER "picture_views_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "picture_views" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
