/**
 * The function that decides on the requests of a batch on PostgreSQL, in one round trip and by the database's clock. It
 * decides as `sqlite-counting.ts` does; the same tests run on both.
 *
 * It never waits for a locked row, and goes through accounts in their order: accounts that others have locked are
 * returned as `is_busy`, undecided. `hashes` and `wanted` say how many requests came with each key. `given_now_ms` is
 * null except in tests. `plans` holds {"trial": {"minute": 30, "quota": 2000}, …}. A key that is not known has no row.
 * When the `refusal` of a key is null, `granted` of its requests were counted at `at_ms`, in its window and in its
 * account's quota.
 */
import { windowMs } from "../meters.ts";

/** Milliseconds to wait for a lock that `is_busy` does not report, such as a lock of a table. */
export const lockTimeoutMs = 100;

/** An SQL expression for the clock's time, or a test's. */
export const nowOrGiven = "coalesce(given_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)";

/** @param ms an SQL expression of epoch milliseconds. */
export function dayOfMs(ms: string): string {
  return `to_char(timestamp 'epoch' + (${ms}) * interval '1 millisecond', 'YYYY-MM-DD')`;
}

/** `presentPeriod` in SQL, with the calendar of `monthAt`; a test compares the two. */
export const periodFunction = (self: string): string => `
create function ${self}(account accounts, now_ms bigint, out start_ms bigint, out end_ms bigint)
language plpgsql immutable as $$
declare
  now_at timestamp := timestamp 'epoch' + now_ms * interval '1 millisecond';
  begun timestamp := coalesce(
    timestamp 'epoch' + account.period_anchor_ms * interval '1 millisecond', date_trunc('month', now_at)
  );
  months integer := (extract(year from now_at) - extract(year from begun)) * 12
    + extract(month from now_at) - extract(month from begun);
begin
  start_ms := account.period_start_ms;
  end_ms := account.period_end_ms;
  if account.standing <> 'active' or (start_ms <= now_ms and now_ms < end_ms) then
    return;
  end if;
  if begun + make_interval(months => months) > now_at then
    months := months - 1;
  end if;
  months := greatest(months, 0);
  start_ms := extract(epoch from begun + make_interval(months => months)) * 1000;
  end_ms := extract(epoch from begun + make_interval(months => months + 1)) * 1000;
end $$`;

/**
 * @param self the function's name, by which it refers to its own columns.
 * @param period the name of the function above.
 */
export const takeFunction = (self: string, period: string): string => `
create function ${self}(hashes text[], wanted integer[], plans jsonb, given_now_ms bigint) returns table (
  secret_hash text, email text, is_busy boolean, refusal text, now_ms bigint, minute_limit bigint, counted bigint,
  oldest_ms bigint, quota_limit bigint, used bigint, period bigint, start_ms bigint, end_ms bigint, day text,
  granted bigint
) language plpgsql set lock_timeout = '${lockTimeoutMs}ms' as $$
declare
  locked text[];
  asked record;
  account accounts;
  latest record;
  base record;
  at_ms bigint;
begin
  locked := array(
    select a.email from accounts a
      where a.email in (select k.email from account_keys k where k.secret_hash = any(hashes))
      order by a.email for update skip locked
  );
  -- The clock is read under the locks.
  now_ms := ${nowOrGiven};
  day := ${dayOfMs("now_ms")};
  for asked in
    select k.key_id, k.secret_hash, k.email, k.revoked_ms, w.requests
      from unnest(hashes, wanted) as w (secret_hash, requests)
      join account_keys k on k.secret_hash = w.secret_hash order by k.email, k.key_id
  loop
    secret_hash := asked.secret_hash;
    email := asked.email;
    is_busy := asked.email <> all(locked);
    granted := 0;
    if is_busy then
      return next;
      continue;
    end if;
    -- These are statements of their own, so that they see everything that was committed before we had the lock.
    select a.* into account from accounts a where a.email = asked.email;
    select p.start_ms, p.end_ms into ${self}.start_ms, ${self}.end_ms from ${period}(account, now_ms) p;
    period := account.period;
    select u.used into used from period_uses u
      where u.email = asked.email and u.period = account.period and u.start_ms = ${self}.start_ms;
    used := coalesce(used, 0);
    select w.at_ms, w.total into latest from key_windows w where w.key_id = asked.key_id order by w.at_ms desc limit 1;
    if latest.at_ms > now_ms + ${windowMs} then
      -- The clock that counted these requests was ahead; in doubt, for the caller. The rows are named one by one,
      -- because for a range, whose size is not known beforehand, the whole table would be read.
      delete from key_windows w where w.key_id = asked.key_id and w.at_ms = any (array(
        select o.at_ms from key_windows o where o.key_id = asked.key_id
      ));
      select null::bigint as at_ms, null::bigint as total into latest;
    end if;
    -- A clock that was set back a little must not change the order of the requests that were counted.
    at_ms := greatest(now_ms, coalesce(latest.at_ms, 0));
    select w.at_ms, w.total into base from key_windows w
      where w.key_id = asked.key_id and w.at_ms <= ${self}.now_ms - ${windowMs} order by w.at_ms desc limit 1;
    counted := coalesce(latest.total, 0) - coalesce(base.total, 0);
    select min(w.at_ms) into oldest_ms from key_windows w
      where w.key_id = asked.key_id and w.at_ms > ${self}.now_ms - ${windowMs};
    minute_limit := coalesce(account.requests_per_minute, (plans -> account.plan ->> 'minute')::bigint);
    quota_limit := coalesce(account.requests_per_month, (plans -> account.plan ->> 'quota')::bigint);
    refusal := case
      when asked.revoked_ms is not null then 'revoked'
      when account.standing = 'trialing' and now_ms >= account.period_end_ms then 'trial_ended'
      when account.standing in ('trialing', 'active') then null
      else account.standing
    end;
    if refusal is null then
      granted := greatest(0, least(asked.requests, minute_limit - counted, quota_limit - used));
    end if;
    if granted > 0 then
      oldest_ms := coalesce(oldest_ms, at_ms);
      insert into key_windows as w (key_id, at_ms, total)
        values (asked.key_id, at_ms, coalesce(latest.total, 0) + granted)
        on conflict on constraint key_windows_key do update set total = excluded.total;
      -- The newest row that is a minute old stays, because the window is counted from it. Of the older rows, at most a
      -- hundred are deleted at once.
      delete from key_windows w where w.key_id = asked.key_id and w.at_ms = any (array(
        select o.at_ms from key_windows o where o.key_id = asked.key_id and o.at_ms < base.at_ms
          order by o.at_ms limit 100
      ));
      insert into period_uses as u (email, period, start_ms, used)
        values (asked.email, account.period, ${self}.start_ms, granted)
        on conflict on constraint period_uses_key do update set used = u.used + excluded.used;
      insert into account_days as d (email, day, requests) values (asked.email, ${self}.day, granted)
        on conflict on constraint account_days_key do update set requests = d.requests + excluded.requests;
    end if;
    return next;
  end loop;
end $$`;
