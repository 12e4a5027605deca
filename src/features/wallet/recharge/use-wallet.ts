import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { call } from '#src/api/call.ts'
import { live_stream } from '#src/session/live-stream.ts'

export type Wallet = DataOf<typeof wallet.get>

export const wallet_key = ['wallet'] as const

/** The wallet, fetched again whenever the server says that it changed. */
export function useWallet(): UseQueryResult<Wallet> {
  const client = useQueryClient()
  useEffect(
    () =>
      live_stream.subscribe((messages) => {
        const changed = messages.some(
          (message) => message.type === 'reset' || (message.type === 'change' && message.resource === 'wallet'),
        )
        if (changed) void client.invalidateQueries({ queryKey: wallet_key })
      }),
    [client],
  )
  return useQuery({
    queryKey: wallet_key,
    queryFn: async ({ signal }) => (await call(wallet.get, {}, { signal })).data,
  })
}
