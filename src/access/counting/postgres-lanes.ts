/**
 * The lanes of nodes. A lane is a row, which each of its calls updates in the call's own transaction from one number to
 * the next. So the row tells whether a call whose answer was lost was committed. Once its lane is retired, the call can
 * never be committed.
 */
import { lockTimeoutMs } from "./postgres-take.ts";

/**
 * Makes a lane. It also removes lanes that were not used for a day: nobody asks any more for the outcome of their
 * calls.
 */
export const openLaneFunction = (self: string): string => `
create function ${self}(lane_name text) returns void language plpgsql set lock_timeout = '${lockTimeoutMs}ms' as $$
begin
  delete from access_lanes l where l.lane in (
    select o.lane from access_lanes o where o.used_at < clock_timestamp() - interval '1 day' for update skip locked
  );
  insert into access_lanes (lane, number, granted, is_retired, used_at)
    values (lane_name, 0, '{}', false, clock_timestamp());
end $$`;

/**
 * Retires a lane. Returns its number and what the call of that number granted: a row for each key, or one row without a
 * key. Returns no row when there is no such lane. It can be called again and again. It waits up to half a second for a
 * call that is just being committed.
 */
export const settleLaneFunction = (self: string): string => `
create function ${self}(lane_name text)
returns table (lane_number bigint, given_hash text, period bigint, day text, moment bigint, requests bigint)
language plpgsql set lock_timeout = '500ms' as $$
begin
  update access_lanes l set is_retired = true where l.lane = lane_name;
  return query
    select l.number, k.secret_hash, g.period, g.day, g.moment, g.requests
      from access_lanes l
      left join lateral (
        select * from rows from (
          jsonb_array_elements_text(l.granted -> 'keys'), jsonb_array_elements_text(l.granted -> 'periods'),
          jsonb_array_elements_text(l.granted -> 'days'), jsonb_array_elements_text(l.granted -> 'moments'),
          jsonb_array_elements_text(l.granted -> 'requests')
        ) as r (key_id, period_text, day, moment_text, requests_text)
      ) e on true
      cross join lateral (
        select e.period_text::bigint, e.day, e.moment_text::bigint, e.requests_text::bigint
      ) g (period, day, moment, requests)
      left join account_keys k on k.key_id = e.key_id
      where l.lane = lane_name;
end $$`;
