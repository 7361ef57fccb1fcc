CREATE TABLE "account_log" (
	"account" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"order_id" bigint,
	"instrument" bigint,
	"reference" text,
	"at" bigint NOT NULL,
	"wall_time" bigint NOT NULL,
	CONSTRAINT "account_log_account_sequence_pk" PRIMARY KEY("account","sequence")
);
--> statement-breakpoint
CREATE TABLE "account_totals" (
	"account" bigint PRIMARY KEY NOT NULL,
	"book" text NOT NULL,
	"balance" bigint NOT NULL,
	"locked" bigint NOT NULL,
	"log_lines" bigint NOT NULL,
	"orders_ended" bigint NOT NULL,
	"profit" numeric NOT NULL,
	"costs_ended" numeric NOT NULL,
	"fees" numeric NOT NULL,
	"swap" numeric NOT NULL,
	"stop_out_sequence" bigint,
	"stop_out_equity" bigint,
	"stop_out_margin_used" bigint
);
--> statement-breakpoint
CREATE TABLE "captchas" (
	"captcha_id" text PRIMARY KEY NOT NULL,
	"answer_hash" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"code_id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "codes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"target_hash" text NOT NULL,
	"from_hash" text,
	"asker_hash" text,
	"asked_by" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" smallint NOT NULL,
	"others_tries" smallint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "fence" (
	"id" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"owner" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"source_hash" text NOT NULL,
	"looks" text,
	"used_for" text,
	"created_at" bigint NOT NULL,
	"erased_at" bigint,
	CONSTRAINT "files_file" CHECK (file_id ~ '^[0-9a-f]{32}$')
);
--> statement-breakpoint
CREATE TABLE "instrument_terms" (
	"instrument" bigint NOT NULL,
	"version" integer NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "instrument_terms_instrument_version_pk" PRIMARY KEY("instrument","version")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"batch" bigint PRIMARY KEY NOT NULL,
	"first_event" bigint NOT NULL,
	"event_count" integer NOT NULL,
	"event_bytes" integer NOT NULL,
	"request_count" integer NOT NULL,
	"market_time" bigint NOT NULL,
	"wall_time" bigint NOT NULL,
	"epoch" bigint NOT NULL,
	"schema" integer NOT NULL,
	"tree_size" bigint NOT NULL,
	"events" "bytea" NOT NULL,
	"requests" "bytea" NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"snapshot_hash" "bytea" NOT NULL,
	"tree_root" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	"tree_nodes" "bytea" NOT NULL,
	"mac" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_damage" (
	"id" smallint PRIMARY KEY NOT NULL,
	"finding" text NOT NULL,
	"found_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"sequence" bigint NOT NULL,
	"line" smallint NOT NULL,
	"book" text NOT NULL,
	"purse" text NOT NULL,
	"account" bigint,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "ledger_entries_sequence_line_pk" PRIMARY KEY("sequence","line")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "messages_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"encrypted" "bytea",
	"tries" smallint NOT NULL,
	"created_at" bigint NOT NULL,
	"due_at" bigint,
	"sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"order_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "order_events_order_id_sequence_pk" PRIMARY KEY("order_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"account" bigint NOT NULL,
	"instrument" bigint NOT NULL,
	"status" smallint NOT NULL,
	"side" text NOT NULL,
	"split_from" bigint,
	"pending" text,
	"lots" bigint NOT NULL,
	"leverage" integer NOT NULL,
	"target" bigint,
	"stop_loss" bigint,
	"take_profit" bigint,
	"placed_at" bigint NOT NULL,
	"placed_sequence" bigint NOT NULL,
	"placed_quote_seq" bigint,
	"placed_quote_bid" bigint,
	"placed_quote_ask" bigint,
	"placed_quote_time" bigint,
	"opened_at" bigint,
	"terms_version" integer,
	"open_price" bigint,
	"open_reference" bigint,
	"open_quote_seq" bigint,
	"open_quote_bid" bigint,
	"open_quote_ask" bigint,
	"open_quote_time" bigint,
	"open_conversion_numerator" bigint,
	"open_conversion_denominator" bigint,
	"open_conversion_instrument" bigint,
	"open_conversion_seq" bigint,
	"margin" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"swap" bigint NOT NULL,
	"ended_at" bigint,
	"ended_sequence" bigint,
	"end_reason" text,
	"close_price" bigint,
	"close_reference" bigint,
	"close_quote_seq" bigint,
	"close_quote_bid" bigint,
	"close_quote_ask" bigint,
	"close_quote_time" bigint,
	"close_conversion_numerator" bigint,
	"close_conversion_denominator" bigint,
	"close_conversion_instrument" bigint,
	"close_conversion_seq" bigint,
	"profit" bigint NOT NULL,
	"stop_out_sequence" bigint,
	"stop_out_equity" bigint,
	"stop_out_margin_used" bigint
);
--> statement-breakpoint
CREATE TABLE "projection" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"batch" bigint NOT NULL,
	"sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"value" text NOT NULL,
	"who" text NOT NULL,
	"reason" text NOT NULL,
	"at" bigint NOT NULL,
	"holds_from" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "settings_key_version_pk" PRIMARY KEY("key","version")
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"batch" bigint PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"state" "bytea" NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"wall_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"first_used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"is_default" boolean NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "accounts_owner" UNIQUE("account_id","user_id"),
	CONSTRAINT "accounts_number" CHECK (account_id between 100000000 and 999999999),
	CONSTRAINT "accounts_kind" CHECK (kind in ('demo', 'real'))
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"codes" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_browsers" (
	"owner" text NOT NULL,
	"browser_hash" text NOT NULL,
	"known_at" bigint NOT NULL,
	"used_at" bigint NOT NULL,
	"proven_at" bigint,
	CONSTRAINT "known_browsers_owner_browser_hash_pk" PRIMARY KEY("owner","browser_hash")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"passkey_id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"user_handle" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text NOT NULL,
	"rp_id" text NOT NULL,
	"synced" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"made_at" bigint DEFAULT 0 NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint,
	"last_used_at" bigint NOT NULL,
	"use_seal" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"proven_at" bigint,
	"proven_by" text,
	"proven_of" text,
	"second_factor_at" bigint,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"user_id" integer NOT NULL,
	"version" text NOT NULL,
	"accepted_at" bigint NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"encrypted" "bytea" NOT NULL,
	"last_step" bigint NOT NULL,
	"begun_at" bigint NOT NULL,
	"confirmed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "users" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"demo_hash" text,
	"created_at" bigint NOT NULL,
	"email" text,
	"email_confirmed_at" bigint,
	"email_changed_at" bigint,
	"area_code" text,
	"phone" text,
	"phone_confirmed_at" bigint,
	"password_hash" text,
	"password_changed_at" bigint,
	"invite_code" text,
	"invited_by" integer,
	"two_factor_at" bigint,
	"frozen_at" bigint,
	"closure_id" integer,
	"first_sign_in_at" bigint,
	"country" text,
	"credit_score" integer DEFAULT 100 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	"language" text,
	CONSTRAINT "users_invited_by" CHECK (invited_by <> user_id)
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"closure_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closures_closure_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"refusal" text,
	"closed_at" bigint,
	"kept_days" integer,
	"reopened_by" text,
	"reopened_at" bigint,
	"erased_at" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "closures_state" CHECK (state in ('closing', 'refusing', 'refused', 'closed', 'reopening', 'reopened', 'erased')),
	CONSTRAINT "closures_requested_by" CHECK (requested_by ~ '^(customer:[0-9]{1,10}|staff:[0-9]{1,9})$'),
	CONSTRAINT "closures_refusal" CHECK ((state in ('refusing', 'refused')) = (refusal is not null)),
	CONSTRAINT "closures_closed_at" CHECK ((state in ('closing', 'refusing', 'refused')) = (closed_at is null)),
	CONSTRAINT "closures_kept_days" CHECK ((closed_at is null) = (kept_days is null) and kept_days >= 0),
	CONSTRAINT "closures_reopened_by" CHECK (reopened_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "closures_reopened" CHECK ((state in ('reopening', 'reopened')) = (reopened_by is not null)
        and (reopened_by is null) = (reopened_at is null)),
	CONSTRAINT "closures_erased" CHECK ((state = 'erased') = (erased_at is not null))
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"correction_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"amount" bigint NOT NULL,
	"category" text NOT NULL,
	"remark" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"decided_by" text,
	"decided_reason" text NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "corrections_state" CHECK (state in ('asked', 'booking', 'booked', 'rejected')),
	CONSTRAINT "corrections_category" CHECK (category in ('deposit', 'withdrawal', 'chargeback', 'cost', 'platform_fault')),
	CONSTRAINT "corrections_amount" CHECK (amount <> 0),
	CONSTRAINT "corrections_requested_by" CHECK (requested_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "corrections_decided_by" CHECK (decided_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "corrections_decided" CHECK ((state = 'asked') = (decided_by is null)),
	CONSTRAINT "corrections_two" CHECK (state not in ('booking', 'booked') or requested_by <> decided_by),
	CONSTRAINT "corrections_ended" CHECK ((state in ('booked', 'rejected')) = (ended_at is not null))
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
	"at" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "freezes_decided_by" CHECK (decided_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "freezes_remark" CHECK (frozen or remark = '')
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"note_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notes_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"who" text NOT NULL,
	"encrypted" "bytea" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_locks" (
	"kind" text NOT NULL,
	"record" integer NOT NULL,
	"who" text NOT NULL,
	"until" bigint NOT NULL,
	CONSTRAINT "review_locks_kind_record_pk" PRIMARY KEY("kind","record")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "identities_state" CHECK (state in ('none', 'waiting', 'verified', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "identity_submissions" (
	"submission_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_submissions_submission_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"encrypted" "bytea",
	"country" text NOT NULL,
	"number_print" text NOT NULL,
	"verified_print" text,
	"person_print" text,
	"front" text NOT NULL,
	"reverse" text NOT NULL,
	"flags" text NOT NULL,
	"remark" text NOT NULL,
	"decided_by" text,
	"created_at" bigint NOT NULL,
	"decided_at" bigint,
	"erased_at" bigint,
	CONSTRAINT "identity_submissions_state" CHECK (state in ('waiting', 'verified', 'rejected')),
	CONSTRAINT "identity_submissions_decided" CHECK ((state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
	CONSTRAINT "identity_submissions_front" CHECK (front ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "identity_submissions_reverse" CHECK (reverse ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "identity_submissions_decided_by" CHECK (decided_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "identity_submissions_verified" CHECK (verified_print is null or state = 'verified'),
	CONSTRAINT "identity_submissions_person" CHECK (person_print is null or encrypted is not null),
	CONSTRAINT "identity_submissions_erased" CHECK ((erased_at is null) = (encrypted is not null) and (erased_at is null or state <> 'waiting'))
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
CREATE TABLE "invite_rewards" (
	"reward_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invite_rewards_reward_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"invited_id" integer NOT NULL,
	"step" smallint NOT NULL,
	"amount" bigint NOT NULL,
	"state" text NOT NULL,
	"volume" bigint NOT NULL,
	"net_deposit" bigint NOT NULL,
	"flags" text NOT NULL,
	"earned_at" bigint NOT NULL,
	"review_until" bigint NOT NULL,
	"approved_by" text,
	"approved_at" bigint,
	"decided_by" text,
	"decided_reason" text NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	"remark" text NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "invite_rewards_state" CHECK (state in ('held', 'approved', 'paying', 'paid', 'rejected')),
	CONSTRAINT "invite_rewards_step" CHECK (step between 1 and 3),
	CONSTRAINT "invite_rewards_amount" CHECK (amount > 0),
	CONSTRAINT "invite_rewards_self" CHECK (user_id <> invited_id),
	CONSTRAINT "invite_rewards_approval" CHECK ((approved_by is null) = (approved_at is null)),
	CONSTRAINT "invite_rewards_approved" CHECK (state not in ('approved', 'paying', 'paid') or approved_by is not null),
	CONSTRAINT "invite_rewards_two" CHECK (state not in ('paying', 'paid') or approved_by <> decided_by),
	CONSTRAINT "invite_rewards_decided" CHECK ((state in ('paying', 'paid', 'rejected')) = (decided_by is not null)),
	CONSTRAINT "invite_rewards_ended" CHECK ((state in ('paid', 'rejected')) = (ended_at is not null)),
	CONSTRAINT "invite_rewards_approved_by" CHECK (approved_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "invite_rewards_decided_by" CHECK (decided_by ~ '^staff:[0-9]{1,9}$')
);
--> statement-breakpoint
CREATE TABLE "user_networks" (
	"user_id" integer NOT NULL,
	"network_hash" text NOT NULL,
	"used_at" bigint NOT NULL,
	CONSTRAINT "user_networks_user_id_network_hash_pk" PRIMARY KEY("user_id","network_hash")
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"instrument" integer NOT NULL,
	"minutes" smallint NOT NULL,
	"time" bigint NOT NULL,
	"open" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"volume" bigint NOT NULL,
	CONSTRAINT "candles_instrument_minutes_time_pk" PRIMARY KEY("instrument","minutes","time")
);
--> statement-breakpoint
CREATE TABLE "market_memory" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_seed" (
	"name" text PRIMARY KEY NOT NULL,
	"encrypted" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"entry_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"who" text NOT NULL,
	"role" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"before" text,
	"after" text,
	"at" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"deposit_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"method" text NOT NULL,
	"channel" integer NOT NULL,
	"currency" text NOT NULL,
	"protocol" text NOT NULL,
	"paid_to" text NOT NULL,
	"units" bigint NOT NULL,
	"usd_price" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"tx_hash" text,
	"payment_reference" text,
	"proof" text,
	"provider" text,
	"provider_reference" text,
	"reference" text,
	"flags" text NOT NULL,
	"state" text NOT NULL,
	"credited" bigint,
	"remark" text NOT NULL,
	"proposed_by" text,
	"proposed_at" bigint,
	"pay_url" text,
	"expires_at" bigint,
	"decided_by" text,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "deposits_state" CHECK (state in ('begun', 'unchecked', 'crediting', 'finished', 'rejected', 'invalid')),
	CONSTRAINT "deposits_method" CHECK (method in ('coin', 'bank', 'card')),
	CONSTRAINT "deposits_amount" CHECK (units > 0 and amount >= 0 and credited > 0),
	CONSTRAINT "deposits_credited" CHECK (state not in ('crediting', 'finished') or (credited is not null and decided_by is not null)),
	CONSTRAINT "deposits_paid" CHECK (state not in ('crediting', 'finished') or method <> 'coin' or payment_reference is not null),
	CONSTRAINT "deposits_paid_bank" CHECK (state not in ('crediting', 'finished') or method <> 'bank' or (payment_reference is not null
        and (payment_reference not like 'wire:%' or proposed_by is not null))),
	CONSTRAINT "deposits_proof" CHECK (proof ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "deposits_ended" CHECK ((state in ('finished', 'rejected', 'invalid')) = (ended_at is not null)),
	CONSTRAINT "deposits_proposal" CHECK ((proposed_by is null) = (proposed_at is null) and proposed_by <> decided_by),
	CONSTRAINT "deposits_proposed_by" CHECK (proposed_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "deposits_begun" CHECK (state <> 'begun' or (method = 'card' and expires_at is not null))
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"kind" text NOT NULL,
	"record" integer NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"payee_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"method" text NOT NULL,
	"currency" integer NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"protocol" text DEFAULT '' NOT NULL,
	"encrypted" "bytea",
	"account_print" text NOT NULL,
	"created_at" bigint NOT NULL,
	"usable_at" bigint NOT NULL,
	"deleted_at" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "payees_method" CHECK (method in ('coin', 'bank')),
	CONSTRAINT "payees_erased" CHECK (encrypted is not null or deleted_at is not null)
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"provider" text NOT NULL,
	"notice_id" text NOT NULL,
	"deposit_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "payment_notices_provider_notice_id_pk" PRIMARY KEY("provider","notice_id"),
	CONSTRAINT "payment_notices_outcome" CHECK (outcome in ('paid', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"withdrawal_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"method" text NOT NULL,
	"currency" text NOT NULL,
	"protocol" text NOT NULL,
	"payee_id" integer NOT NULL,
	"encrypted" "bytea",
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"usd_price" bigint NOT NULL,
	"received" bigint NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"needs_two" boolean NOT NULL,
	"two_limit" bigint,
	"day_amount" bigint,
	"first_approver" text,
	"first_approved_at" bigint,
	"second_approver" text,
	"second_approved_at" bigint,
	"rejection_proposed_by" text,
	"rejection_proposed_at" bigint,
	"rejection_confirmed_by" text,
	"notes" text NOT NULL,
	"payment_reference" text,
	"created_at" bigint NOT NULL,
	"approved_at" bigint,
	"ended_at" bigint,
	"version" integer DEFAULT 0 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "withdrawals_state" CHECK (state in ('locking', 'refused', 'waiting', 'approved', 'paying', 'rejecting', 'cancelling', 'paid', 'rejected', 'cancelled')),
	CONSTRAINT "withdrawals_method" CHECK (method in ('coin', 'bank')),
	CONSTRAINT "withdrawals_amount" CHECK (amount > 0 and fee >= 0 and received > 0),
	CONSTRAINT "withdrawals_erased" CHECK (encrypted is not null or ended_at is not null),
	CONSTRAINT "withdrawals_refusal" CHECK ((state = 'refused') = (refusal is not null)),
	CONSTRAINT "withdrawals_ended" CHECK ((state in ('refused', 'paid', 'rejected', 'cancelled')) = (ended_at is not null)),
	CONSTRAINT "withdrawals_approved" CHECK (state not in ('approved', 'paying', 'paid') or (approved_at is not null and first_approver is not null)),
	CONSTRAINT "withdrawals_two" CHECK (approved_at is null or not needs_two or second_approver is not null),
	CONSTRAINT "withdrawals_paid" CHECK (state not in ('paying', 'paid') or payment_reference is not null),
	CONSTRAINT "withdrawals_approvals" CHECK ((first_approver is null) = (first_approved_at is null)
        and (second_approver is null) = (second_approved_at is null)),
	CONSTRAINT "withdrawals_approvers" CHECK (first_approver <> second_approver),
	CONSTRAINT "withdrawals_first_approver" CHECK (first_approver ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "withdrawals_second_approver" CHECK (second_approver ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "withdrawals_rejection" CHECK ((rejection_proposed_by is null) = (rejection_proposed_at is null)
        and (rejection_confirmed_by is null or rejection_proposed_by is not null)
        and rejection_proposed_by <> rejection_confirmed_by),
	CONSTRAINT "withdrawals_given_back" CHECK (approved_at is null or (state in ('rejecting', 'rejected')) = (rejection_confirmed_by is not null)),
	CONSTRAINT "withdrawals_rejection_proposed_by" CHECK (rejection_proposed_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "withdrawals_rejection_confirmed_by" CHECK (rejection_confirmed_by ~ '^staff:[0-9]{1,9}$')
);
--> statement-breakpoint
CREATE TABLE "news" (
	"news_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"version" integer NOT NULL,
	"text_version" integer NOT NULL,
	"picture" text,
	"publish_at" bigint,
	"end_at" bigint,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "news_kind" CHECK (kind in ('news', 'announcement', 'banner')),
	CONSTRAINT "news_state" CHECK (state in ('draft', 'released', 'withdrawn')),
	CONSTRAINT "news_picture" CHECK (picture ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "news_publish_at" CHECK ((state = 'draft') = (publish_at is null)),
	CONSTRAINT "news_end_at" CHECK (end_at is null or end_at > publish_at),
	CONSTRAINT "news_created_by" CHECK (created_by ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "news_changed_by" CHECK (changed_by ~ '^staff:[0-9]{1,9}$')
);
--> statement-breakpoint
CREATE TABLE "news_texts" (
	"news_id" integer NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "news_texts_news_id_version_language_pk" PRIMARY KEY("news_id","version","language")
);
--> statement-breakpoint
CREATE TABLE "customer_notices" (
	"notice_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_notices_notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"facts" text NOT NULL,
	"at" bigint NOT NULL,
	"read_at" bigint,
	"told" boolean NOT NULL,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_mails" (
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "notice_mails_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
CREATE TABLE "notice_progress" (
	"id" smallint PRIMARY KEY NOT NULL,
	"batch" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"fees" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_files" (
	"file_id" text PRIMARY KEY NOT NULL,
	"media" text NOT NULL,
	"content" "bytea" NOT NULL,
	"who" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instrument_changes" (
	"instrument" integer NOT NULL,
	"version" integer NOT NULL,
	"changes" text NOT NULL,
	"who" text NOT NULL,
	"reason" text NOT NULL,
	"at" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "instrument_changes_instrument_version_pk" PRIMARY KEY("instrument","version")
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"staff_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text,
	"totp_encrypted" "bytea",
	"totp_step" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"signed_in_at" bigint,
	"disabled_at" bigint,
	"first_sign_in_at" bigint,
	"access_changed_at" bigint,
	"access_change" text,
	"access_changed_by" text,
	"version" integer DEFAULT 0 NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "staff_access_change" CHECK ((access_change is null) = (access_changed_at is null)
        and (access_change is null) = (access_changed_by is null))
);
--> statement-breakpoint
CREATE TABLE "staff_alerts" (
	"kind" text PRIMARY KEY NOT NULL,
	"raised" boolean NOT NULL,
	"since" bigint NOT NULL,
	"facts" text NOT NULL,
	"told_raised" boolean NOT NULL,
	"events" integer NOT NULL,
	"amount" bigint NOT NULL,
	"mailed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "staff_links" (
	"link_hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"totp_encrypted" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" integer NOT NULL,
	"device" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"ended_at" bigint,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"encrypted" "bytea" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_alerts" (
	"alert_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_alerts_alert_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"instrument" integer NOT NULL,
	"side" text NOT NULL,
	"price" bigint NOT NULL,
	"repeats" boolean NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"fired_at" bigint,
	"fired_price" bigint,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "price_alerts_side" CHECK (side in ('above', 'below')),
	CONSTRAINT "price_alerts_state" CHECK (state in ('armed', 'cooling', 'done')),
	CONSTRAINT "price_alerts_price" CHECK (price > 0),
	CONSTRAINT "price_alerts_fired" CHECK (state = 'armed' or (fired_at is not null and fired_price is not null))
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_queue" (
	"notice_id" integer NOT NULL,
	"subscription_id" integer NOT NULL,
	"service" text NOT NULL,
	"rank" smallint NOT NULL,
	"turn" integer NOT NULL,
	"tries" smallint NOT NULL,
	"created_at" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	CONSTRAINT "push_queue_subscription_id_notice_id_pk" PRIMARY KEY("subscription_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"subscription_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"session" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"origin" text NOT NULL,
	"service" text NOT NULL,
	"encrypted" "bytea" NOT NULL,
	"topics" text NOT NULL,
	"details" boolean NOT NULL,
	"language" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "push_subscriptions_topics" CHECK (topics <> '')
);
--> statement-breakpoint
CREATE TABLE "equity_days" (
	"account_id" integer NOT NULL,
	"day" integer NOT NULL,
	"taken_at" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"record_sequence" bigint NOT NULL,
	"equity" bigint NOT NULL,
	"growth_index" bigint NOT NULL,
	"peak" bigint NOT NULL,
	"drawdown" bigint NOT NULL,
	"profit" bigint NOT NULL,
	CONSTRAINT "equity_days_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "ranking_codes" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"code" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranking_consents" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"listed" boolean NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "ranking_consents_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "ranking_consents_kind" CHECK (kind in ('demo', 'real'))
);
--> statement-breakpoint
CREATE TABLE "ranking_entries" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"leverage" integer NOT NULL,
	"weeks_rate" bigint NOT NULL,
	"weeks_win" bigint,
	"weeks_profit" bigint NOT NULL,
	"total_rate" bigint NOT NULL,
	"total_win" bigint,
	"total_trades" bigint NOT NULL,
	"drawdown" bigint NOT NULL,
	"measured_since" bigint NOT NULL,
	"curve" text NOT NULL,
	"instruments" text NOT NULL,
	CONSTRAINT "ranking_entries_kind_known" CHECK (kind in ('demo', 'real'))
);
--> statement-breakpoint
CREATE TABLE "ranking_progress" (
	"id" smallint PRIMARY KEY NOT NULL,
	"listed_at" bigint NOT NULL,
	"day" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canned_answers" (
	"canned_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "canned_answers_canned_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"changed_by" text NOT NULL,
	"at" bigint NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "canned_answers_changed_by" CHECK (changed_by ~ '^staff:[0-9]{1,9}$')
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"conversation_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_conversation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"last" integer NOT NULL,
	"delivered" integer NOT NULL,
	"read" integer NOT NULL,
	"staff_read" integer NOT NULL,
	"waiting_since" bigint,
	"assigned_to" text,
	"created_at" bigint NOT NULL,
	"last_at" bigint NOT NULL,
	CONSTRAINT "conversations_state" CHECK (state in ('open', 'closed')),
	CONSTRAINT "conversations_assigned_to" CHECK (assigned_to ~ '^staff:[0-9]{1,9}$'),
	CONSTRAINT "conversations_read" CHECK (read <= delivered and delivered <= last and staff_read <= last)
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"feedback_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"user_id" integer,
	"kind" text NOT NULL,
	"encrypted" "bytea" NOT NULL,
	"file" text,
	"state" text NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint,
	CONSTRAINT "feedback_file" CHECK (file ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "feedback_kind" CHECK (kind in ('suggestion', 'fault', 'complaint', 'other')),
	CONSTRAINT "feedback_state" CHECK (state in ('open', 'done')),
	CONSTRAINT "feedback_ended" CHECK ((state = 'done') = (ended_at is not null))
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"message_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "support_messages_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer NOT NULL,
	"seq" integer NOT NULL,
	"author" text NOT NULL,
	"encrypted" "bytea" NOT NULL,
	"file" text,
	"at" bigint NOT NULL,
	CONSTRAINT "support_messages_file" CHECK (file ~ '^[0-9a-f]{32}$'),
	CONSTRAINT "support_messages_author" CHECK (author = 'customer' or author ~ '^staff:[0-9]{1,9}$')
);
--> statement-breakpoint
CREATE INDEX "captchas_expires" ON "captchas" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "codes_target" ON "codes" USING btree ("target_hash","created_at");--> statement-breakpoint
CREATE INDEX "codes_from" ON "codes" USING btree ("from_hash","created_at");--> statement-breakpoint
CREATE INDEX "codes_created" ON "codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner","created_at");--> statement-breakpoint
CREATE INDEX "files_source" ON "files" USING btree ("source_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "journal_first_event" ON "journal" USING btree ("first_event","batch");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "messages_created" ON "messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_history" ON "orders" USING btree ("account","ended_sequence") WHERE status = 3;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_default" ON "accounts" USING btree ("user_id") WHERE is_default;--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_demo_hash" ON "users" USING btree ("demo_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_phone" ON "users" USING btree ("phone") WHERE phone_confirmed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_invite_code" ON "users" USING btree ("invite_code");--> statement-breakpoint
CREATE INDEX "users_invited_by" ON "users" USING btree ("invited_by","user_id") WHERE invited_by is not null;--> statement-breakpoint
CREATE INDEX "users_frozen" ON "users" USING btree ("user_id") WHERE frozen_at is not null;--> statement-breakpoint
CREATE INDEX "closures_user" ON "closures" USING btree ("user_id","closure_id");--> statement-breakpoint
CREATE UNIQUE INDEX "closures_one" ON "closures" USING btree ("user_id") WHERE state in ('closing', 'refusing', 'closed', 'reopening', 'erased');--> statement-breakpoint
CREATE INDEX "closures_moving" ON "closures" USING btree ("closure_id") WHERE state in ('closing', 'refusing', 'reopening');--> statement-breakpoint
CREATE INDEX "closures_closed" ON "closures" USING btree ("closed_at") WHERE state = 'closed';--> statement-breakpoint
CREATE INDEX "corrections_user" ON "corrections" USING btree ("user_id","correction_id");--> statement-breakpoint
CREATE INDEX "corrections_state" ON "corrections" USING btree ("state","correction_id");--> statement-breakpoint
CREATE INDEX "corrections_booking" ON "corrections" USING btree ("correction_id") WHERE state = 'booking';--> statement-breakpoint
CREATE INDEX "freezes_frozen" ON "freezes" USING btree ("user_id") WHERE frozen;--> statement-breakpoint
CREATE INDEX "freezes_pending" ON "freezes" USING btree ("user_id") WHERE not applied;--> statement-breakpoint
CREATE INDEX "notes_user" ON "notes" USING btree ("user_id","note_id");--> statement-breakpoint
CREATE INDEX "identity_submissions_user" ON "identity_submissions" USING btree ("user_id","submission_id");--> statement-breakpoint
CREATE INDEX "identity_submissions_state" ON "identity_submissions" USING btree ("state","submission_id");--> statement-breakpoint
CREATE INDEX "identity_submissions_number" ON "identity_submissions" USING btree ("number_print");--> statement-breakpoint
CREATE INDEX "identity_submissions_person" ON "identity_submissions" USING btree ("person_print");--> statement-breakpoint
CREATE INDEX "identity_submissions_decided" ON "identity_submissions" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_submissions_one_waiting" ON "identity_submissions" USING btree ("user_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "identity_submissions_one_verified" ON "identity_submissions" USING btree ("user_id") WHERE state = 'verified';--> statement-breakpoint
CREATE UNIQUE INDEX "identity_submissions_document" ON "identity_submissions" USING btree ("verified_print");--> statement-breakpoint
CREATE INDEX "picture_views_viewer" ON "picture_views" USING btree ("viewer_kind","viewer_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "invite_rewards_step" ON "invite_rewards" USING btree ("invited_id","step");--> statement-breakpoint
CREATE INDEX "invite_rewards_user" ON "invite_rewards" USING btree ("user_id","reward_id");--> statement-breakpoint
CREATE INDEX "invite_rewards_state" ON "invite_rewards" USING btree ("state","reward_id");--> statement-breakpoint
CREATE INDEX "invite_rewards_paying" ON "invite_rewards" USING btree ("reward_id") WHERE state = 'paying';--> statement-breakpoint
CREATE INDEX "user_networks_network" ON "user_networks" USING btree ("network_hash");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_kind","subject");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deposits_user" ON "deposits" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_transfer" ON "deposits" USING btree (left(encode(sha256((case when state in ('crediting', 'finished') and payment_reference is not null
    then 'payment:' || replace(payment_reference, '\', '\\') else 'charge:' || deposit_id::text end)::bytea), 'hex'), 32));--> statement-breakpoint
CREATE INDEX "deposits_state" ON "deposits" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "deposits_finished" ON "deposits" USING btree ("ended_at") WHERE state = 'finished';--> statement-breakpoint
CREATE INDEX "deposits_crediting" ON "deposits" USING btree ("deposit_id") WHERE state = 'crediting';--> statement-breakpoint
CREATE INDEX "deposits_decided_by" ON "deposits" USING btree ("decided_by","ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_payment" ON "deposits" USING btree ("payment_reference") WHERE state in ('crediting', 'finished');--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_own_tx_hash" ON "deposits" USING btree ("user_id","tx_hash") WHERE state in ('unchecked', 'crediting');--> statement-breakpoint
CREATE INDEX "deposits_tx_hash" ON "deposits" USING btree ("tx_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_provider" ON "deposits" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_reference" ON "deposits" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "deposits_begun" ON "deposits" USING btree ("expires_at") WHERE state = 'begun';--> statement-breakpoint
CREATE INDEX "idempotency_keys_at" ON "idempotency_keys" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "payees_own" ON "payees" USING btree ("user_id","currency","account_print") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payees_account" ON "payees" USING btree ("account_print");--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_transfer" ON "withdrawals" USING btree (left(encode(sha256(('draw:' || withdrawal_id::text)::bytea), 'hex'), 32));--> statement-breakpoint
CREATE INDEX "withdrawals_state" ON "withdrawals" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_paid" ON "withdrawals" USING btree ("ended_at") WHERE state = 'paid';--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_payment" ON "withdrawals" USING btree ("payment_reference");--> statement-breakpoint
CREATE INDEX "withdrawals_moving" ON "withdrawals" USING btree ("withdrawal_id") WHERE state in ('locking', 'paying', 'rejecting', 'cancelling');--> statement-breakpoint
CREATE INDEX "withdrawals_approver" ON "withdrawals" USING btree ("first_approver","approved_at");--> statement-breakpoint
CREATE INDEX "news_released" ON "news" USING btree ("kind","publish_at","news_id") WHERE state = 'released';--> statement-breakpoint
CREATE INDEX "news_changed" ON "news" USING btree ("changed_at","news_id");--> statement-breakpoint
CREATE INDEX "customer_notices_user" ON "customer_notices" USING btree ("user_id","notice_id");--> statement-breakpoint
CREATE INDEX "customer_notices_untold" ON "customer_notices" USING btree ("notice_id") WHERE not told;--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_links_staff" ON "staff_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "stored_answers_at" ON "stored_answers" USING btree ("at");--> statement-breakpoint
CREATE INDEX "price_alerts_user" ON "price_alerts" USING btree ("user_id","alert_id");--> statement-breakpoint
CREATE INDEX "price_alerts_waiting" ON "price_alerts" USING btree ("alert_id") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "push_queue_notice" ON "push_queue" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "push_queue_turn" ON "push_queue" USING btree ("service","rank","turn","notice_id") WHERE due_at = 0;--> statement-breakpoint
CREATE INDEX "push_queue_put_off" ON "push_queue" USING btree ("due_at") WHERE due_at > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ranking_codes_code" ON "ranking_codes" USING btree ("code");--> statement-breakpoint
CREATE INDEX "ranking_codes_user" ON "ranking_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ranking_consents_listed" ON "ranking_consents" USING btree ("user_id") WHERE listed;--> statement-breakpoint
CREATE INDEX "ranking_entries_kind" ON "ranking_entries" USING btree ("kind");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_user" ON "conversations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree ("waiting_since") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "conversations_last_at" ON "conversations" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_reference" ON "feedback" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "feedback_state" ON "feedback" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "support_messages_seq" ON "support_messages" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE INDEX "support_messages_at" ON "support_messages" USING btree ("at");