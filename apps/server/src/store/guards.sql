-- Values of these tables that a start cannot tell by their columns: encrypted parts, seals and marks. A new number here
-- refuses the stores of before, which could be read in part only: values 3.
-- Tables that are only added to: the database itself refuses to change or remove what stands in them.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME; END $$;
--> statement-breakpoint
CREATE TRIGGER "settings_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "settings" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "picture_views_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "picture_views" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "notes_append_only" BEFORE UPDATE OR TRUNCATE ON "notes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- The erasure of a closed account deletes the notes about its customer, and nothing else does.
CREATE FUNCTION "refuse_note_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT 1 FROM "closures" WHERE "user_id" = OLD."user_id" AND "state" = 'erased') THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'table % is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "notes_deletion" BEFORE DELETE ON "notes" FOR EACH ROW EXECUTE FUNCTION "refuse_note_deletion"();
--> statement-breakpoint
CREATE TRIGGER "terms_acceptances_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "terms_acceptances" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "news_texts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "news_texts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "instrument_changes_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "instrument_changes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "company_files_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "company_files" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- An inviter is named at the registration and never changes.
CREATE TRIGGER "users_inviter_fixed" BEFORE UPDATE OF "invited_by" ON "users" FOR EACH ROW WHEN (OLD."invited_by" IS DISTINCT FROM NEW."invited_by") EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- Owners. The generator would name a schema in a reference, so these stand here, where the search path decides. They
-- are deferrable because a restore loads the tables in the order of their names.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE;
--> statement-breakpoint
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE;
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE;
--> statement-breakpoint
ALTER TABLE "ranking_codes" ADD CONSTRAINT "ranking_codes_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE;
--> statement-breakpoint
ALTER TABLE "ranking_consents" ADD CONSTRAINT "ranking_consents_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "push_queue" ADD CONSTRAINT "push_queue_of_subscription" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions" ("subscription_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "push_queue" ADD CONSTRAINT "push_queue_of_notice" FOREIGN KEY ("notice_id") REFERENCES "customer_notices" ("notice_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "customer_notices" ADD CONSTRAINT "customer_notices_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE;
--> statement-breakpoint
-- Casework names customers that exist. Checked when the transaction ends, so that a backup is read back in any order.
ALTER TABLE "payment_notices" ADD CONSTRAINT "payment_notices_of_deposit" FOREIGN KEY ("deposit_id") REFERENCES "deposits" ("deposit_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_of_payee" FOREIGN KEY ("payee_id") REFERENCES "payees" ("payee_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "identity_submissions" ADD CONSTRAINT "identity_submissions_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "freezes" ADD CONSTRAINT "freezes_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_of" FOREIGN KEY ("conversation_id") REFERENCES "conversations" ("conversation_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "news_texts" ADD CONSTRAINT "news_texts_of_news" FOREIGN KEY ("news_id") REFERENCES "news" ("news_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_user" FOREIGN KEY ("invited_by") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "invite_rewards" ADD CONSTRAINT "invite_rewards_account" FOREIGN KEY ("account_id", "user_id") REFERENCES "accounts" ("account_id", "user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "invite_rewards" ADD CONSTRAINT "invite_rewards_of_invited" FOREIGN KEY ("invited_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "user_networks" ADD CONSTRAINT "user_networks_of_user" FOREIGN KEY ("user_id") REFERENCES "users" ("user_id") DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- The store compresses each batch while its commit waits. lz4 takes a quarter of the time of PostgreSQL's own method for
-- as many bytes. A PostgreSQL that was built without it keeps its own.
DO $$ BEGIN
  ALTER TABLE "journal" ALTER COLUMN "events" SET COMPRESSION lz4;
  ALTER TABLE "journal" ALTER COLUMN "requests" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN NULL;
END $$;
