import { certification } from '#contract/certification.ts'
import { call } from '#src/api/call.ts'

export const organisation_key = ['certification'] as const

export const organisation_query = {
  queryKey: organisation_key,
  queryFn: async ({ signal }: { signal?: AbortSignal }) => (await call(certification.get, {}, { signal })).data,
}
