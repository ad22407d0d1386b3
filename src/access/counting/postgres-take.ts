/**
 * The function that decides on the requests of a batch on PostgreSQL, in one round trip. It decides as
 * `sqlite-counter.ts` does; the same tests run on both.
 *
 * The lane's number and what the call granted are written together with what it counts, so that a caller that lost the
 * answer can ask later. The function never waits for a locked row: accounts and keys that others have locked are
 * returned as `is_busy`, undecided.
 *
 * `hashes` and `wanted` say how many requests came with each key. `given_now_ms` is null except in tests.
 * `plans` holds {"trial": {"minute": 30, "quota": 2000}, …}.
 * `periods` holds the months that accounts are to be in, by e-mail address, as {"seen", "start", "end"}; "seen" is the
 * end of the quota period that the account is in. When an account's month is needed and missing, `refusal` says so.
 * A key that is not known has no row. When the `refusal` of a key is null, `granted` of its requests were counted at
 * `at_ms`, in its window and in its account's quota.
 */
import { windowMs } from "../meters.ts";
import { mostAheadMs } from "./clock-ahead.ts";
import { dayOfMs } from "./postgres-days.ts";

/** An SQLSTATE of our own: the lane was retired, or has another number. */
export const wrongLane = "GL001";

/** Milliseconds to wait for a lock that `is_busy` does not report, such as a lock of a table. */
export const lockTimeoutMs = 100;

/**
 * @param self the function's name, by which it refers to its own columns.
 * @param movePeriod the name of the function of `postgres-periods.ts`.
 */
export const takeFunction = (self: string, movePeriod: string): string => `
create function ${self}(
  lane_name text, lane_number bigint, is_probe boolean, hashes text[], wanted integer[], plans jsonb, periods jsonb,
  given_now_ms bigint
) returns table (
  secret_hash text, email text, is_busy boolean, refusal text, now_ms bigint, at_ms bigint, day text,
  minute_limit bigint, counted bigint, oldest_ms bigint,
  quota_limit bigint, used bigint, period bigint, period_end_ms bigint, period_anchor_ms bigint, granted bigint
) language plpgsql set lock_timeout = '${lockTimeoutMs}ms' as $$
declare
  locked text[];
  held text[];
  known record;
  latest record;
  base record;
  given_period jsonb;
  in_window bigint;
  clock_ms bigint;
  clock_day text;
  granted_keys text[] := '{}';
  granted_periods bigint[] := '{}';
  granted_days text[] := '{}';
  granted_moments bigint[] := '{}';
  granted_requests bigint[] := '{}';
begin
  locked := array(
    select a.email from accounts a
      where a.email in (select k.email from account_keys k where k.secret_hash = any(hashes))
      for update skip locked
  );
  -- A row of key_windows refers to its key, so writing it would wait for a key's row that somebody has locked.
  held := array(
    select k.secret_hash from account_keys k where k.secret_hash = any(hashes) and k.email = any(locked)
      for key share skip locked
  );
  -- The clock is read under the locks.
  clock_ms := coalesce(given_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  clock_day := ${dayOfMs("clock_ms")};
  for i in 1 .. coalesce(cardinality(hashes), 0) loop
    -- This is a statement of its own, so that it sees everything that was committed before we had the lock.
    select k.key_id, k.secret_hash, k.revoked_ms, a.* into known
      from account_keys k join accounts a on a.email = k.email where k.secret_hash = hashes[i];
    continue when not found;
    secret_hash := known.secret_hash;
    email := known.email;
    is_busy := known.secret_hash <> all(held);
    granted := 0;
    if is_busy then
      return next;
      continue;
    end if;

    select w.at_ms, w.total into latest from key_windows w where w.key_id = known.key_id order by w.at_ms desc limit 1;
    if latest.at_ms > clock_ms + ${mostAheadMs} then
      -- The clock that counted these requests was ahead: those that were in the window then count as made now. The rows
      -- are named one by one, because for a range, whose size is not known beforehand, the whole table would be read.
      in_window := latest.total - coalesce((
        select w.total from key_windows w
          where w.key_id = known.key_id and w.at_ms <= latest.at_ms - ${windowMs} order by w.at_ms desc limit 1
      ), 0);
      delete from key_windows w where w.key_id = known.key_id and w.at_ms = any (array(
        select o.at_ms from key_windows o where o.key_id = known.key_id
      ));
      insert into key_windows (key_id, at_ms, total) values
        (known.key_id, clock_ms - ${windowMs}, latest.total - in_window), (known.key_id, clock_ms, latest.total);
      latest.at_ms := clock_ms;
    end if;
    -- A clock that was set back a little must not change the order of the requests that were counted.
    now_ms := clock_ms;
    at_ms := greatest(clock_ms, coalesce(latest.at_ms, 0));
    select w.at_ms, w.total into base from key_windows w
      where w.key_id = known.key_id and w.at_ms <= ${self}.at_ms - ${windowMs} order by w.at_ms desc limit 1;
    counted := coalesce(latest.total, 0) - coalesce(base.total, 0);
    select min(w.at_ms) into oldest_ms from key_windows w
      where w.key_id = known.key_id and w.at_ms > ${self}.at_ms - ${windowMs};

    refusal := case
      when known.revoked_ms is not null then 'revoked'
      when known.standing = 'trialing' and ${self}.at_ms >= known.period_end_ms then 'trial_ended'
      when known.standing = 'active' and ${self}.at_ms >= known.period_end_ms then 'period_over'
      when known.standing = 'active' and known.period_start_ms > clock_ms + ${mostAheadMs}
        and coalesce(known.period_anchor_ms, 0) <= clock_ms then 'period_ahead'
      when known.standing in ('trialing', 'active') then null
      else known.standing
    end;
    if refusal in ('period_over', 'period_ahead') then
      given_period := periods -> known.email;
      if (given_period ->> 'seen')::bigint <> known.period_end_ms then
        given_period := null;
      end if;
      if ${movePeriod}(known.email, case refusal when 'period_over' then ${self}.at_ms else clock_ms end,
        (given_period ->> 'start')::bigint, (given_period ->> 'end')::bigint) then
        select a.period, a.period_start_ms, a.period_end_ms, a.requests_used
          into known.period, known.period_start_ms, known.period_end_ms, known.requests_used
          from accounts a where a.email = known.email;
        refusal := null;
      end if;
    end if;
    if known.day > ${dayOfMs(`clock_ms + ${mostAheadMs}`)}
      and coalesce(refusal, '') not in ('period_over', 'period_ahead') then
      -- A clock that was ahead began this day: the requests that were counted on it are today's.
      known.day_requests := known.day_requests + coalesce(
        (select d.requests from account_days d where d.email = known.email and d.day = clock_day), 0
      );
      known.day := clock_day;
      update accounts a set day = known.day, day_requests = known.day_requests where a.email = known.email;
    end if;
    day := greatest(${dayOfMs(`${self}.at_ms`)}, known.day);
    period := known.period;
    period_end_ms := known.period_end_ms;
    period_anchor_ms := known.period_anchor_ms;
    minute_limit := coalesce(known.requests_per_minute, (plans -> known.plan ->> 'minute')::bigint);
    quota_limit := coalesce(known.requests_per_month, (plans -> known.plan ->> 'quota')::bigint);
    used := known.requests_used;

    if refusal is null then
      granted := greatest(0, least(wanted[i], minute_limit - counted, quota_limit - used));
    end if;
    if granted > 0 then
      insert into key_windows as w (key_id, at_ms, total)
        values (known.key_id, ${self}.at_ms, coalesce(latest.total, 0) + granted)
        on conflict on constraint key_windows_key do update set total = excluded.total;
      -- The newest row that is a minute old stays, because the window is counted from it. Of the older rows, at most a
      -- hundred are deleted at once.
      delete from key_windows w where w.key_id = known.key_id and w.at_ms = any (array(
        select o.at_ms from key_windows o where o.key_id = known.key_id and o.at_ms < base.at_ms
          order by o.at_ms limit 100
      ));
      if known.day <> ${self}.day and known.day_requests > 0 then
        insert into account_days as d (email, day, requests) values (known.email, known.day, known.day_requests)
          on conflict on constraint account_days_key do update set requests = excluded.requests;
      end if;
      update accounts a set
        requests_used = a.requests_used + ${self}.granted,
        day = ${self}.day,
        day_requests = ${self}.granted + case when a.day = ${self}.day then a.day_requests else 0 end
        where a.email = known.email;
      granted_keys := granted_keys || known.key_id;
      granted_periods := granted_periods || known.period;
      granted_days := granted_days || ${self}.day;
      granted_moments := granted_moments || ${self}.at_ms;
      granted_requests := granted_requests || ${self}.granted;
    end if;
    return next;
  end loop;

  if cardinality(granted_keys) > 0 or is_probe then
    update access_lanes l set
      number = lane_number,
      granted = jsonb_build_object('keys', granted_keys, 'periods', granted_periods, 'days', granted_days,
        'moments', granted_moments, 'requests', granted_requests),
      used_at = clock_timestamp()
      where l.lane = lane_name and l.number = lane_number - 1 and not l.is_retired;
    if not found then
      raise exception 'lane % is not at %', lane_name, lane_number - 1 using errcode = '${wrongLane}';
    end if;
  end if;
end $$`;
