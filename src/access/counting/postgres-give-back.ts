/**
 * Gives requests back on PostgreSQL, by increments that may go below zero, so that it does not matter whether the charge
 * comes first [D-40]. The arrays have the same length: each element is for so many requests of a key, in a quota period and
 * on a day. Period, start and day are null when the answer to the charge was lost: then they are the present ones, as when
 * billing has found that the period began earlier. The function returns a row for each key that still exists, with the use
 * after that. `is_busy` means that others have locked the account, and nothing was given back.
 */
import { dayOfMs, lockTimeoutMs, nowOrGiven } from "./postgres-take.ts";

/** @param period the name of `periodFunction`. */
export const giveBackFunction = (self: string, period: string): string => `
create function ${self}(hashes text[], periods bigint[], starts bigint[], days text[], counts integer[],
  given_now_ms bigint)
returns table (given_hash text, is_busy boolean, used bigint)
language plpgsql set lock_timeout = '${lockTimeoutMs}ms' as $$
declare
  locked text[];
  given record;
  now_ms bigint;
begin
  locked := array(
    select a.email from accounts a
      where a.email in (select k.email from account_keys k where k.secret_hash = any(hashes))
      order by a.email for update skip locked
  );
  now_ms := ${nowOrGiven};
  for given in
    select k.email, k.secret_hash, a.period as present_period, p.start_ms as present_ms,
        coalesce(u.period, a.period) as period, coalesce(u.start_ms, p.start_ms) as start_ms,
        coalesce(r.day, ${dayOfMs("now_ms")}) as day, sum(r.requests) as requests
      from unnest(hashes, periods, starts, days, counts) as r (secret_hash, period, start_ms, day, requests)
      join account_keys k on k.secret_hash = r.secret_hash join accounts a on a.email = k.email
      cross join lateral ${period}(a, now_ms) p
      left join period_uses u on u.email = k.email and u.period = r.period and u.start_ms = r.start_ms
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2
  loop
    given_hash := given.secret_hash;
    is_busy := given.email <> all(locked);
    if not is_busy then
      insert into period_uses as u (email, period, start_ms, used)
        values (given.email, given.period, given.start_ms, -given.requests)
        on conflict on constraint period_uses_key do update set used = u.used + excluded.used;
      insert into account_days as d (email, day, requests) values (given.email, given.day, -given.requests)
        on conflict on constraint account_days_key do update set requests = d.requests + excluded.requests;
    end if;
    used := greatest(0, (select u.used from period_uses u
      where u.email = given.email and u.period = given.present_period and u.start_ms = given.present_ms));
    return next;
  end loop;
end $$`;
