-- Tables that are only added to: the database itself refuses to change or remove what stands in them.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME; END $$;
--> statement-breakpoint
CREATE TRIGGER "settings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "picture_views_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "picture_views" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "notes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "notes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "instrument_changes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "instrument_changes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
