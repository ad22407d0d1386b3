/**
 * The tables of both databases as release 0.2.0 makes them, as SQL of either engine. Times in columns that end in `_ms` are
 * epoch milliseconds; other times are texts in ISO 8601 UTC. A statement ends with a semicolon at the end of a line.
 */
import { randomUUID } from "node:crypto";
import type { ColumnTypes } from "../names.ts";

/** The ledger (what was received), what was published of it, and what collecting remembers. */
export const facts = (types: ColumnTypes): string => `
create table write_lock (id integer primary key, taken ${types.bigInteger} not null);
insert into write_lock (id, taken) values (1, 0);

-- LEDGER
create table ledger_imports (import_id integer primary key, imported_at text not null);
create table ledger_records (
  kind text not null, provider text not null, record_key text not null,
  sport text, season integer, pair text, body text not null, changed_in integer not null,
  constraint ledger_records_key primary key (kind, provider, record_key)
);
create index ledger_records_by_pair on ledger_records (pair);
create index ledger_records_by_sport_season on ledger_records (sport, season);
create index ledger_records_by_changed_in on ledger_records (changed_in);
-- start_stated_ms: when the start was stated [D-52], since a start that is stated of a game in play does not count.
create table ledger_events (
  provider text not null, event_id text not null, sport text not null, home text not null, away text not null,
  pair text not null, game_date text, start_ms ${types.bigInteger}, seen_ms ${types.bigInteger},
  captures ${types.bytes} not null, changed_in integer not null, start_stated_ms ${types.bigInteger},
  constraint ledger_events_key primary key (provider, event_id, home, away, sport)
);
create index ledger_events_by_pair on ledger_events (pair);
create index ledger_events_by_changed_in on ledger_events (changed_in);
-- A server asks again and again when lines were last captured, and which games are about to start.
create index ledger_events_by_sport_seen_ms on ledger_events (sport, seen_ms);
create index ledger_events_by_start_ms on ledger_events (start_ms);
-- An id that was published stays with its game, whatever a provider renames or moves later [D-1].
create table ledger_identities (
  provider text not null, record_key text not null, game_id text not null,
  constraint ledger_identities_key primary key (provider, record_key)
);
-- An operator's decision whose final score a game takes: that of a record in ledger_records. stated: the scores that it
-- stated when the decision was made, or was last followed. gave_id: 1 when the decision gave the game its id.
create table ledger_resolutions (
  game_id text primary key, provider text not null, record_key text not null, stated text not null,
  gave_id integer not null, decided_at text not null
);
-- rule: whose doubts of the game are settled; dropped is a book's quotes that are not believed. book: the slug of the book
-- that is dropped; empty for a rule that is kept out of the game.
create table ledger_doubt_decisions (
  game_id text not null, rule text not null, book text not null, decided_at text not null,
  constraint ledger_doubt_decisions_pk primary key (game_id, rule, book)
);

-- RELEASES
-- A name for the archive, so that two databases never share an ETag.
create table archive_identity (archive_id text primary key);
insert into archive_identity (archive_id) values ('${randomUUID()}');
-- import_id: the last import that this revision has seen. report: what the next publish needs to know.
create table releases (
  revision integer primary key, published_at text not null, import_id integer not null, is_sample integer not null,
  report text not null, manifest text not null
);
-- Immutable files, cut into pieces that every engine takes. unused_since: null while a release names it.
create table release_files (sha256 text primary key, bytes integer not null, unused_since text);
create table release_pieces (
  sha256 text not null, number integer not null, body ${types.bytes} not null,
  constraint release_pieces_key primary key (sha256, number)
);
-- doubts: the quotes that rules doubt, as JSON; null: none. digest: of all the values of the game.
create table published_games (
  game_id text primary key, sport text not null, season integer not null, season_type text not null,
  game_date text not null, start_ms ${types.bigInteger} not null, pair text not null, has_closing_line integer not null,
  odds_rows integer not null, doubts text, digest text not null
);
create index published_games_by_sport_season_start_ms_game_id on published_games (sport, season, start_ms, game_id);
create index published_games_by_pair on published_games (pair);
-- The changes of a revision to a game as callers see it. corrected: how many published values it replaced or took away.
-- position, sport_position: among all changes and among those of the sport, from 1 on, by revision and game id.
create table archive_changes (
  revision integer not null, game_id text not null, sport text not null, season integer not null,
  published_at text not null, change text not null, corrected integer not null, body text not null,
  position integer, sport_position integer,
  constraint archive_changes_key primary key (revision, game_id)
);
create index archive_changes_by_game_id on archive_changes (game_id);
create index archive_changes_by_corrected_published_at on archive_changes (corrected, published_at);
create index archive_changes_by_position on archive_changes (position);
create index archive_changes_by_sport_sport_position on archive_changes (sport, sport_position);
-- kept_since: every change after this revision is kept, up to the row's own.
create table archive_summaries (
  revision integer primary key, published_at text not null, kept_since integer not null, body text not null
);
-- The files of whole seasons that callers take home; their bytes are in release_pieces. revision: the last one that changed a
-- value of the season. source: all that the bytes follow from. replaced_at: null while there is no newer one.
create table offered_files (
  path text not null, sha256 text not null, data_set text not null, sport text not null, season integer not null,
  format text not null, rows integer not null, bytes integer not null, revision integer not null, archive text not null,
  columns_version integer not null, source text not null, replaced_at text,
  constraint offered_files_key primary key (path, sha256)
);
-- What proves them: a manifest of each revision, numbered from 1 on without a gap, and the chain of their heads. head: the
-- line of heads.ndjson without its end. next_key: the key that signs what follows. body: the bytes that were signed, as text.
create table file_manifests (
  position integer primary key, archive text not null, revision integer not null, head text not null,
  public_key text, why_unsigned text, next_key text, body text not null, sshsig text, heads_sshsig text
);

-- REPORTS
create table reports (
  report_id integer primary key, kind text not null, source text not null, providers text not null, at text not null,
  duration_ms integer not null, outcome text not null, body text not null
);
create index reports_by_kind_report_id on reports (kind, report_id);
create index reports_by_at on reports (at);
-- The words of all that was refused, held back or left out: many, so they are packed, and forgotten sooner.
create table report_examples (
  report_id integer not null, name text not null, size_bytes integer not null, examples ${types.bytes} not null,
  constraint report_examples_key primary key (report_id, name)
);
-- The alarms that are on, and those that went off and of which nobody was told yet. judged_at: when a publish last looked.
-- is_told: whether the webhook has been told of this state.
create table publish_alarms (
  rule text not null, sport text not null, is_on integer not null, since text not null, judged_at text not null,
  count integer not null, example text not null, is_told integer not null,
  constraint publish_alarms_key primary key (rule, sport)
);

-- COLLECTING, by the collector's clock; 0 where there is no time. failures: since the last success.
create table collect_providers (
  provider text primary key, stopped_until_ms ${types.bigInteger} not null, open_until_ms ${types.bigInteger} not null,
  failures integer not null, last_success_ms ${types.bigInteger} not null,
  requests ${types.bigInteger} not null, failures_total ${types.bigInteger} not null
);
-- day: of UTC. remaining: of the provider's own month.
create table collect_credits (
  provider text not null, day text not null, used integer not null, remaining integer,
  constraint collect_credits_key primary key (provider, day)
);
create table collect_backfills (
  provider text not null, url text not null, constraint collect_backfills_key primary key (provider, url)
);
-- Job and due_ms name a run, so that none is done twice. ended_ms: null while the run is under way, and when it was killed.
create table collect_runs (
  job text not null, due_ms ${types.bigInteger} not null,
  ended_ms ${types.bigInteger}, outcome text, report text, constraint collect_runs_key primary key (job, due_ms)
);
create index collect_runs_by_due_ms on collect_runs (due_ms);
-- since_ms: when somebody began to collect; 0 when that has ended in good order, and null before anybody ever did.
create table collect_leader (id integer primary key, since_ms ${types.bigInteger});
insert into collect_leader (id, since_ms) values (1, null);
${auditTable("facts_audit", types)}`;

/** Accounts, their keys, what is counted of their use, what Stripe has told, and who is signed in. */
export const access = (types: ColumnTypes): string => `
create table access_lock (id integer primary key, taken ${types.bigInteger} not null);
insert into access_lock (id, taken) values (1, 0);

-- ACCOUNTS. requests_per_…: limits of this account's own; null: its plan's. The period is what the quota is counted in: the
-- trial, or a month from the anchor (null: calendar months of UTC).
create table accounts (
  email text primary key, plan text not null, standing text not null,
  requests_per_minute ${types.bigInteger}, requests_per_month ${types.bigInteger}, period_anchor_ms ${types.bigInteger},
  period ${types.bigInteger} not null, period_start_ms ${types.bigInteger} not null,
  period_end_ms ${types.bigInteger} not null, created_ms ${types.bigInteger} not null
);
create table account_keys (
  key_id text primary key, secret_hash text not null unique,
  email text not null references accounts (email) on delete cascade, name text not null, prefix text not null,
  last_four text not null, created_ms ${types.bigInteger} not null, revoked_ms ${types.bigInteger},
  last_used_ms ${types.bigInteger}
);
create index account_keys_by_prefix on account_keys (prefix);
create index account_keys_by_email on account_keys (email);
-- One trial a mailbox, also after its account was deleted: a SHA-256 of the address as its provider reads it.
create table trials_taken (mailbox_hash text primary key, taken_ms ${types.bigInteger} not null);

-- COUNTS. What each node has counted of a key at a moment of the last minute, and the newest moment before: it says when the key was
-- last used. node: a name that a process takes by chance.
create table key_windows (
  key_id text not null references account_keys (key_id) on delete cascade, node text not null,
  at_ms ${types.bigInteger} not null, requests ${types.bigInteger} not null,
  constraint key_windows_key primary key (key_id, node, at_ms)
);
-- Periods are told apart by their start and, where an operator has begun the use anew, by the number in the account's row.
create table period_uses (
  email text not null references accounts (email) on delete cascade, period ${types.bigInteger} not null,
  start_ms ${types.bigInteger} not null, used ${types.bigInteger} not null,
  constraint period_uses_key primary key (email, period, start_ms)
);
create table account_days (
  email text not null references accounts (email) on delete cascade, day text not null,
  requests ${types.bigInteger} not null, constraint account_days_key primary key (email, day)
);

-- BILLING. Whose customer it is, without a reference: one may subscribe before there is an account, and leave before Stripe
-- has told all. linked_ms: when the event that told so was made; the latest counts.
create table billing_customers (customer_id text primary key, email text not null, linked_ms ${types.bigInteger} not null);
create index billing_customers_by_email on billing_customers (email);
-- Each subscription, computed anew from its events whenever one arrives. account: the e-mail address that our Checkout wrote
-- on it; null: its customer's link says whose it is. is_standard: the same Stripe account may sell other things. has_run: it
-- was once more than an attempt to pay. is_applied: it has once decided on an account; if that is gone, it was deleted.
create table billing_subscriptions (
  subscription_id text primary key, customer_id text not null, account text, is_standard integer not null,
  status text not null, has_run integer not null, anchor_ms ${types.bigInteger} not null,
  period_start_ms ${types.bigInteger} not null, period_end_ms ${types.bigInteger} not null,
  cancels_at_ms ${types.bigInteger}, created_ms ${types.bigInteger} not null, is_applied integer not null
);
create index billing_subscriptions_by_account on billing_subscriptions (account);
create index billing_subscriptions_by_customer_id on billing_subscriptions (customer_id);
-- snapshot: what it says of a subscription, as JSON of our own; null for other events.
create table billing_events (
  event_id text primary key, type text not null, created_ms ${types.bigInteger} not null,
  received_ms ${types.bigInteger} not null, subscription_id text, snapshot text
);
create index billing_events_by_subscription_id on billing_events (subscription_id);

-- SIGN-IN, in the shape that better-auth 1.7 asks for. sign_in_accounts is for passwords and other providers: nothing is in
-- it, but the library looks.
create table sign_in_people (
  id text primary key, "createdAt" ${types.timestamp} not null, "updatedAt" ${types.timestamp} not null,
  name text not null, email text not null unique, "emailVerified" ${types.boolean} not null, image text
);
create table sign_in_sessions (
  id text primary key, "createdAt" ${types.timestamp} not null, "updatedAt" ${types.timestamp} not null,
  "expiresAt" ${types.timestamp} not null, token text not null unique, "ipAddress" text, "userAgent" text,
  "userId" text not null references sign_in_people (id) on delete cascade
);
create index "sign_in_sessions_by_userId" on sign_in_sessions ("userId");
create table sign_in_accounts (
  id text primary key, "createdAt" ${types.timestamp} not null, "updatedAt" ${types.timestamp} not null,
  "accountId" text not null, "providerId" text not null,
  "userId" text not null references sign_in_people (id) on delete cascade,
  "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${types.timestamp},
  "refreshTokenExpiresAt" ${types.timestamp}, scope text, password text
);
create index "sign_in_accounts_by_userId" on sign_in_accounts ("userId");
create table sign_in_links (
  id text primary key, "createdAt" ${types.timestamp} not null, "updatedAt" ${types.timestamp} not null,
  identifier text not null, value text not null, "expiresAt" ${types.timestamp} not null
);
create index sign_in_links_by_identifier on sign_in_links (identifier);
${auditTable("access_audit", types)}`;

/**
 * A table of what operators have done. The database itself refuses to change or remove a row. through: `page` or `command`.
 * who: an operator's e-mail address, or the operating system's user. about: ids and numbers, as JSON.
 */
function auditTable(table: string, { engine }: ColumnTypes): string {
  const why = "rows of the audit list are only added";
  const refuse =
    engine === "postgres" ? `execute function ${table}_refuse()` : `begin select raise(abort, '${why}'); end`;
  const triggers =
    engine === "postgres"
      ? `create function ${table}_refuse() returns trigger language plpgsql as $refuse$
      begin raise exception '${why}'; end $refuse$;
create trigger ${table}_kept before update or delete on ${table} for each row ${refuse};
create trigger ${table}_not_emptied before truncate on ${table} for each statement ${refuse};`
      : // "insert or replace" removes a row without asking the trigger of removals.
        `create trigger ${table}_not_changed before update on ${table} ${refuse};
create trigger ${table}_not_removed before delete on ${table} ${refuse};
create trigger ${table}_not_replaced before insert on ${table}
    when exists (select 1 from ${table} where deed_id = new.deed_id) ${refuse};`;
  return `
create table ${table} (
  deed_id text primary key, at text not null, through text not null, who text not null, deed text not null,
  about text not null
);
create index ${table}_by_time on ${table} (at);
${triggers}
`;
}
