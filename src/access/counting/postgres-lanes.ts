/**
 * The lanes of nodes. A lane is a row that each of its calls updates in its own transaction, from one number to the next:
 * so a call whose answer was lost is in the row or is not, and once its lane is retired it can never be.
 */
import { lockTimeoutMs } from "./postgres-take.ts";

/** Makes a lane. Those of nodes that have not called for a day are gone: what became of their calls, nobody asks. */
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
 * Retires a lane, and tells at which number it is and what the call of that number granted, a row for each key; or one row
 * with no key. It can be asked again and again. No row: there is no such lane. It waits, within reason, for a call that is
 * just being committed.
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
