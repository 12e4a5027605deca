import type { EndpointData } from '#contract/endpoint.ts'
import { type WithdrawalType, withdrawals } from '#contract/withdrawals.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

export type WithdrawalQuote = EndpointData<typeof withdrawals.quote>

/** Loads the withdrawable amount with its calculation. */
export const useWithdrawalQuote = (type: WithdrawalType) =>
  useEndpoint(withdrawals.quote, { query: { type: type === 1 ? '1' : '2' } }, { staleTime: 0 })
