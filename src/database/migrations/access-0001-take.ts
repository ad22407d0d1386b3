/**
 * Counting on PostgreSQL, in two functions. Admission is one, because the decision needs the locks and must cost one round trip for all keys of
 * a moment. It decides as `src/access/counting/sqlite-counter.ts` does; the same tests run on both.
 *
 * hashes and wanted say how many requests came with each key; plans holds {"trial": {"minute": 30, "quota": 2000}, …};
 * given_now_ms is null but in tests. There is no row for a key that is not known. Rows of a key whose `refusal` is null
 * were counted `granted` times: in its window and in its account's quota.
 */
export const takeFunction = `
create function access_take(hashes text[], wanted integer[], plans jsonb, given_now_ms bigint)
returns table (
  secret_hash text, key_id text, email text, refusal text, now_ms bigint, day text,
  minute_limit bigint, counted bigint, oldest_ms bigint,
  quota_limit bigint, used bigint, period bigint, period_end_ms bigint, granted bigint
) language plpgsql as $$
declare
  known record;
  latest record;
  base record;
begin
  -- Always in the same order, so that two nodes never wait for each other in a circle.
  perform 1 from accounts a
    where a.email in (select k.email from account_keys k where k.secret_hash = any(hashes))
    order by a.email for update;
  for i in 1 .. cardinality(hashes) loop
    -- A statement of its own, so that it sees what was committed while we waited for the lock.
    select k.key_id, k.secret_hash, k.revoked_ms, a.* into known
      from account_keys k join accounts a on a.email = k.email where k.secret_hash = hashes[i];
    continue when not found;
    select w.at_ms, w.total into latest from key_windows w where w.key_id = known.key_id order by w.at_ms desc limit 1;
    -- Read under the lock; a clock that was set back must not undo the order of what was counted.
    now_ms := greatest(
      coalesce(given_now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint), coalesce(latest.at_ms, 0)
    );
    secret_hash := known.secret_hash;
    key_id := known.key_id;
    email := known.email;
    period := known.period;
    period_end_ms := known.period_end_ms;
    day := greatest(to_char(to_timestamp(now_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD'), known.day);
    minute_limit := coalesce(known.requests_per_minute, (plans -> known.plan ->> 'minute')::bigint);
    quota_limit := coalesce(known.requests_per_month, (plans -> known.plan ->> 'quota')::bigint);
    used := known.requests_used;
    select w.at_ms, w.total into base from key_windows w
      where w.key_id = known.key_id and w.at_ms <= now_ms - 60000 order by w.at_ms desc limit 1;
    counted := coalesce(latest.total, 0) - coalesce(base.total, 0);
    select min(w.at_ms) into oldest_ms from key_windows w where w.key_id = known.key_id and w.at_ms > now_ms - 60000;
    refusal := case
      when known.revoked_ms is not null then 'revoked'
      when known.standing = 'trialing' and now_ms >= known.period_end_ms then 'trial_ended'
      when known.standing = 'active' and now_ms >= known.period_end_ms then 'period_over'
      when known.standing in ('trialing', 'active') then null
      else known.standing
    end;
    granted := 0;
    if refusal is null then
      granted := greatest(0, least(wanted[i], minute_limit - counted, quota_limit - used));
    end if;
    if granted > 0 then
      insert into key_windows as w (key_id, at_ms, total)
        values (known.key_id, now_ms, coalesce(latest.total, 0) + granted)
        on conflict on constraint key_windows_key do update set total = excluded.total;
      -- The newest row that is a minute old stays: it is what the window is counted from. The others are named one by
      -- one, at most a hundred: a range, whose size is not known beforehand, would be looked for in the whole table.
      delete from key_windows w where w.key_id = known.key_id and w.at_ms = any (array(
        select o.at_ms from key_windows o where o.key_id = known.key_id and o.at_ms < base.at_ms
          order by o.at_ms limit 100
      ));
      if known.day <> access_take.day and known.day_requests > 0 then
        insert into account_days as d (email, day, requests) values (known.email, known.day, known.day_requests)
          on conflict on constraint account_days_key do update set requests = excluded.requests;
      end if;
      update accounts a set
        requests_used = a.requests_used + granted,
        day = access_take.day,
        day_requests = granted + case when a.day = access_take.day then a.day_requests else 0 end
        where a.email = known.email;
    end if;
    return next;
  end loop;
end $$`;

/**
 * Gives requests back, each named by its key's hash, its period's number and its day; the arrays are as long as each
 * other. A row for each key that is still there, with its account's use.
 */
export const giveBackFunction = `
create function access_give_back(hashes text[], periods bigint[], days text[])
returns table (given_hash text, used bigint) language plpgsql as $$
begin
  perform 1 from accounts a
    where a.email in (select k.email from account_keys k where k.secret_hash = any(hashes))
    order by a.email for update;
  -- Statements of their own, so that they see what was committed while we waited for the lock.
  update account_days d set requests = greatest(0, d.requests - g.requests)
    from (
      select k.email, r.day, count(*) as requests from unnest(hashes, days) as r (secret_hash, day)
        join account_keys k on k.secret_hash = r.secret_hash group by k.email, r.day
    ) g
    where d.email = g.email and d.day = g.day;
  update accounts a set
    requests_used = greatest(0, a.requests_used - g.of_period),
    day_requests = greatest(0, a.day_requests - g.of_day)
    from (
      select b.email, count(*) filter (where r.period = b.period) as of_period, count(*) filter (where r.day = b.day) as of_day
        from unnest(hashes, periods, days) as r (secret_hash, period, day)
        join account_keys k on k.secret_hash = r.secret_hash join accounts b on b.email = k.email group by b.email
    ) g
    where a.email = g.email;
  return query select k.secret_hash, a.requests_used from account_keys k join accounts a on a.email = k.email
    where k.secret_hash = any(hashes);
end $$`;
