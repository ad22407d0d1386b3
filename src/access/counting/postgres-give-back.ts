/**
 * Gives requests back on PostgreSQL. Each request is named by its key's hash, its quota period's number and its day;
 * the arrays have the same length. `moments` has the moment of a request that is undone, because its asker was never
 * told of it: it leaves the window too. Null stands for a request that stays in the window [D-38].
 * The function returns a row for each key that still exists, with its account's use. `is_busy` means that others have
 * locked the account, and nothing was given back. Like a take, it writes the lane's number in the same transaction.
 */
import { lockTimeoutMs, wrongLane } from "./postgres-take.ts";

/** @param self the function's name, by which it refers to its own columns. */
export const giveBackFunction = (self: string): string => `
create function ${self}(
  lane_name text, lane_number bigint, hashes text[], periods bigint[], days text[], moments bigint[]
) returns table (given_hash text, is_busy boolean, used bigint)
language plpgsql set lock_timeout = '${lockTimeoutMs}ms' as $$
declare
  locked text[];
  given record;
  before_total bigint;
begin
  locked := array(
    select a.email from accounts a
      where a.email in (select k.email from account_keys k where k.secret_hash = any(hashes))
      for update skip locked
  );
  -- These are statements of their own, so that they see everything that was committed before we had the locks.
  update account_days d set requests = greatest(0, d.requests - g.requests)
    from (
      select k.email, r.day, count(*) as requests from unnest(hashes, days) as r (secret_hash, day)
        join account_keys k on k.secret_hash = r.secret_hash where k.email = any(locked) group by k.email, r.day
    ) g
    where d.email = g.email and d.day = g.day;
  -- A request of a period that is undone counts in the present period; one of a day that is undone counts today.
  update accounts a set
    requests_used = greatest(0, a.requests_used - g.of_period),
    day_requests = greatest(0, a.day_requests - g.of_day)
    from (
      select b.email, count(*) filter (where r.period = b.period or p.is_undone = 1) as of_period,
        count(*) filter (where r.day >= b.day and d.day is null) as of_day
        from unnest(hashes, periods, days) as r (secret_hash, period, day)
        join account_keys k on k.secret_hash = r.secret_hash join accounts b on b.email = k.email
        left join account_periods p on p.email = b.email and p.period = r.period
        left join account_days d on d.email = b.email and d.day = r.day and d.day <> b.day
        where b.email = any(locked) group by b.email
    ) g
    where a.email = g.email;
  update account_periods p set used = greatest(0, p.used - g.requests)
    from (
      select k.email, r.period, count(*) as requests from unnest(hashes, periods) as r (secret_hash, period)
        join account_keys k on k.secret_hash = r.secret_hash where k.email = any(locked) group by k.email, r.period
    ) g
    where p.email = g.email and p.period = g.period;
  for given in
    select k.key_id, r.moment, count(*) as requests from unnest(hashes, moments) as r (secret_hash, moment)
      join account_keys k on k.secret_hash = r.secret_hash
      where k.email = any(locked) and r.moment is not null group by k.key_id, r.moment
  loop
    -- When the moment's row is gone, it has left the window, or a clock that was ahead has been set right since.
    perform 1 from key_windows w where w.key_id = given.key_id and w.at_ms = given.moment;
    continue when not found;
    update key_windows w set total = w.total - given.requests
      where w.key_id = given.key_id and w.at_ms = any (array(
        select o.at_ms from key_windows o where o.key_id = given.key_id and o.at_ms >= given.moment
      ));
    select w.total into before_total from key_windows w
      where w.key_id = given.key_id and w.at_ms < given.moment order by w.at_ms desc limit 1;
    delete from key_windows w
      where w.key_id = given.key_id and w.at_ms = given.moment and w.total = coalesce(before_total, 0);
  end loop;
  -- The lane keeps the keys whose requests were given back: a node that loses the answer cannot know who was locked.
  update access_lanes l set number = lane_number, used_at = clock_timestamp(),
    granted = jsonb_build_object('keys', array(
      select k.key_id from account_keys k where k.secret_hash = any(hashes) and k.email = any(locked)
    ))
    where l.lane = lane_name and l.number = lane_number - 1 and not l.is_retired;
  if not found then
    raise exception 'lane % is not at %', lane_name, lane_number - 1 using errcode = '${wrongLane}';
  end if;
  return query select k.secret_hash, k.email <> all(locked), a.requests_used
    from account_keys k join accounts a on a.email = k.email where k.secret_hash = any(hashes);
end $$`;
