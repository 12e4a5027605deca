import { sql } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { capabilityList } from '#contract/capability-gaps.ts'

const columns = sql.join(capabilityList.map((name) => sql`${sql.lit(name)}, h.${sql.ref(name)}`))
const everywhere = sql.join(capabilityList.map((name) => sql`${sql.lit(name)}, bool_and(h.${sql.ref(name)})`))

/** SQL for the capabilities of host `h`. */
export const capabilitiesSql = sql<Capabilities>`json_build_object(${columns})`
/** SQL for what all grouped hosts `h` can do. */
export const commonCapabilitiesSql = sql<Capabilities>`json_build_object(${everywhere})`
