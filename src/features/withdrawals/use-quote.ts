import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DataOf } from '#contract/endpoint.ts'
import { type WithdrawalType, withdrawals } from '#contract/withdrawals.ts'
import { call } from '#src/api/call.ts'

export type WithdrawalQuote = DataOf<typeof withdrawals.quote>

export const quote_key = ['withdrawal-quote'] as const

/** How much can be withdrawn now, and why. */
export const useQuote = (type: WithdrawalType): UseQueryResult<WithdrawalQuote> =>
  useQuery({
    queryKey: [...quote_key, type],
    queryFn: async ({ signal }) => (await call(withdrawals.quote, { query: { type: type === 1 ? '1' : '2' } }, { signal })).data,
    staleTime: 0,
  })
