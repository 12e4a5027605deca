import { invitation } from '#contract/invitation.ts'
import { call } from '#src/api/call.ts'

interface Asking {
  signal?: AbortSignal
}

export const shown = 10

export const invitation_query = {
  queryKey: ['invitation', 'summary'],
  queryFn: async ({ signal }: Asking) => (await call(invitation.get, {}, { signal })).data,
}
export const inviteesQuery = (page: number) => ({
  queryKey: ['invitation', 'invitees', page],
  queryFn: async ({ signal }: Asking) => {
    const { data, total } = await call(invitation.invitees, { query: { page, page_size: shown } }, { signal })
    return { rows: data, total: total ?? data.length }
  },
})
export const rewardsQuery = (invitee_id: string, page: number) => ({
  queryKey: ['invitation', 'rewards', invitee_id, page],
  queryFn: async ({ signal }: Asking) => {
    const { data, total } = await call(invitation.rewards, { query: { invitee_id, page, page_size: shown } }, { signal })
    return { rows: data, total: total ?? data.length }
  },
})
