/**
 * Moves an account into the quota period of a point in time: one that it has been in, as `account_periods` has it, or
 * the given one. This is `sqlite-periods.ts` in SQL. The function returns false when neither of the two exists.
 */
import { keptMs } from "./period-moves.ts";
import { dayOfMs } from "./postgres-days.ts";

export const movePeriodFunction = (self: string): string => `
create function ${self}(account_email text, moment_ms bigint, given_start_ms bigint, given_end_ms bigint)
returns boolean language plpgsql as $$
declare
  present record;
  next record;
  carried bigint;
  number bigint;
  now_used bigint;
begin
  select a.period, a.period_start_ms as start_ms, a.period_end_ms as end_ms, a.requests_used as used, a.day into present
    from accounts a where a.email = account_email;
  -- A change by an operator may have given the present period the number of a kept one.
  delete from account_periods p where p.email = account_email and p.period = present.period;
  select p.period, p.start_ms, p.end_ms, p.used, p.is_undone into next from account_periods p
    where p.email = account_email and p.start_ms <= moment_ms and p.end_ms > moment_ms
      and (p.is_undone = 0 or p.last_day <= ${dayOfMs("moment_ms")})
    order by p.start_ms desc limit 1;
  if next.period is null then
    if given_start_ms is null then
      return false;
    end if;
    select greatest(present.period, coalesce(max(p.period), 0)) + 1 as period, given_start_ms as start_ms,
      given_end_ms as end_ms, 0::bigint as used, 0 as is_undone into next
      from account_periods p where p.email = account_email;
  end if;
  delete from account_periods p where p.email = account_email and p.period = next.period;
  if next.start_ms < present.start_ms then
    -- The account moves back: what was counted in the periods that are now undone counts in this one.
    select coalesce(sum(p.used), 0) into carried from account_periods p
      where p.email = account_email and p.start_ms > next.start_ms and p.is_undone = 0;
    now_used := case next.is_undone when 1 then 0 else next.used end + carried + present.used;
    present.used := greatest(0, present.used - coalesce((
      select sum(p.used) from account_periods p
        where p.email = account_email and p.start_ms > present.start_ms and p.is_undone = 1
    ), 0));
    update account_periods p set is_undone = 1 where p.email = account_email and p.start_ms > next.start_ms;
    insert into account_periods (email, period, start_ms, end_ms, used, last_day, is_undone)
      values (account_email, present.period, present.start_ms, present.end_ms, present.used, present.day, 1);
  elsif next.is_undone = 1 then
    -- The account moves forward again: the clock that moved it back was wrong.
    select next.used + coalesce(sum(p.used), 0) into now_used from account_periods p
      where p.email = account_email and p.start_ms > next.start_ms and p.is_undone = 1;
    insert into account_periods (email, period, start_ms, end_ms, used, last_day, is_undone)
      values (account_email, present.period, present.start_ms, present.end_ms,
        greatest(0, present.used - now_used), present.day, 0);
  else
    now_used := next.used;
    delete from account_periods p
      where p.email = account_email and (p.start_ms >= next.start_ms or p.start_ms < next.start_ms - ${keptMs});
    insert into account_periods (email, period, start_ms, end_ms, used, last_day, is_undone)
      values (account_email, present.period, present.start_ms, present.end_ms, present.used, present.day, 0);
  end if;
  update accounts a set
    period = next.period, period_start_ms = next.start_ms, period_end_ms = next.end_ms, requests_used = now_used
    where a.email = account_email;
  return true;
end $$`;
