import type { DataOf } from '#contract/endpoint.ts'
import { users } from '#contract/users.ts'
import { call } from '#src/api/call.ts'

export type RealName = DataOf<typeof users.get_real_name>

export const real_name_key = ['real-name'] as const

export const fetchRealName = async ({ signal }: { signal?: AbortSignal } = {}): Promise<RealName> =>
  (await call(users.get_real_name, {}, { signal })).data
