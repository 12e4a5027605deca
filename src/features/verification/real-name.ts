import type { DataOf } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'

export type RealName = DataOf<typeof users.get_real_name>
