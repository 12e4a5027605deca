import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { wallet } from '#contract/wallet.ts'
import { call } from '#src/api/call.ts'
import { live_stream } from '#src/session/live-stream.ts'

export type Recharge = DataOf<typeof wallet.get_recharge>

const poll_ms = 2000

export const rechargeKey = (id: string) => ['recharge', id] as const

/** One payment, asked for every 2 s and whenever the stream speaks of it, for as long as it waits for its money. */
export function useRecharge(id: string): UseQueryResult<Recharge> {
  const client = useQueryClient()
  useEffect(
    () =>
      live_stream.subscribe((messages) => {
        const concerned = messages.some(
          (message) => message.type === 'change' && message.resource === 'wallet' && message.id === id,
        )
        if (concerned) void client.invalidateQueries({ queryKey: rechargeKey(id) })
      }),
    [client, id],
  )
  return useQuery({
    queryKey: rechargeKey(id),
    queryFn: async ({ signal }) => (await call(wallet.get_recharge, { params: { id } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? poll_ms : false),
    refetchOnWindowFocus: ({ state }) => (state.data?.status === 'pending' ? 'always' : false),
  })
}
