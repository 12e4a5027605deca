import { sql } from 'kysely'
import type { HostState } from '#contract/operator/hosts.ts'

/** SQL for the state of host `h` with open maintenance `m`: the first match wins, as in contract/operator/hosts.ts. */
export const hostStateSql = sql<HostState>`case
  when h.region_id is null then 'pending'
  when h.maintenance_since is not null then 'maintenance'
  when m.id is not null then 'announced'
  when h.drained_at is not null then 'drained'
  when not h.driver_schedulable then 'unreachable'
  else 'open' end`
