import { account_security } from '#contract/account-security.ts'
import { call } from '#src/api/call.ts'

/** Everything on the page under one key, so that a change refreshes it all. */
export const security_key = ['account-security'] as const

export const security_query = {
  queryKey: [...security_key, 'summary'],
  queryFn: async ({ signal }: { signal?: AbortSignal }) => (await call(account_security.get, {}, { signal })).data,
}
export const sessions_query = {
  queryKey: [...security_key, 'sessions'],
  queryFn: async ({ signal }: { signal?: AbortSignal }) => (await call(account_security.sessions, {}, { signal })).data,
}
export const closing_query = {
  queryKey: [...security_key, 'closing'],
  queryFn: async ({ signal }: { signal?: AbortSignal }) => (await call(account_security.closing, {}, { signal })).data,
}
