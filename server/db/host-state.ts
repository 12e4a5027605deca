import { sql } from 'kysely'
import type { HostState } from '#contract/operator/hosts.ts'

/** SQL for the state of host `h` with open maintenance `m`: the first match wins, as in contract/operator/hosts.ts. */
export const hostStateSql = sql<HostState>`case
  when h.region_id is null then 'pending'
  when h.maintenance_since is not null then 'maintenance'
  when m.id is not null then 'announced'
  when h.drained_at = h.held_at then 'held'
  when h.drained_at is not null then 'drained'
  when not h.driver_schedulable then 'unreachable'
  else 'open' end`

/** A card that its host reports to be sick, or that is out of sale; `since` is as JSON has it. */
export interface SickGpuRow {
  reason: string
  since: string
  held: boolean
}

/** SQL for the first sick card of instance `i`, those that are out of sale first. */
export const sickGpuSql = sql<SickGpuRow | null>`(
  select jsonb_build_object('reason', coalesce(health, held_reason), 'since', coalesce(held_at, health_since), 'held', held_at is not null)
  from gpus where instance_id = i.id and (held_at is not null or health is not null) order by held_at, uuid limit 1)`
