import { sql } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { capabilityList } from '#contract/capability-gaps.ts'

const engineKind = (host: string) =>
  sql`(select e.kind from engines e where e.id = coalesce(${sql.ref(`${host}.engine_id`)}, 'configured'))`

/** SQL for whether host `h` can take disks of a host: both move them, and their engines are of the same kind. */
export const takesDisksSql = (from: string) => sql<boolean>`(h.moves_disks and exists(
  select from hosts s where s.id = ${from} and s.moves_disks and ${engineKind('s')} is not distinct from ${engineKind('h')}))`

const columns = sql.join(capabilityList.map((name) => sql`${sql.lit(name)}, h.${sql.ref(name)}`))
const everywhere = sql.join(capabilityList.map((name) => sql`${sql.lit(name)}, bool_and(h.${sql.ref(name)})`))

/** SQL for the capabilities of host `h`. */
export const capabilitiesSql = sql<Capabilities>`json_build_object(${columns})`
/** SQL for what all grouped hosts `h` can do. */
export const commonCapabilitiesSql = sql<Capabilities>`json_build_object(${everywhere})`
