import { account_message } from '#contract/account-message.ts'
import { notification_preferences } from '#contract/notification-preferences.ts'
import { sub_accounts } from '#contract/sub-accounts.ts'
import { call } from '#src/api/call.ts'

interface Asking {
  signal?: AbortSignal
}

export const account_key = ['account-message'] as const
export const preferences_key = ['notice-preferences'] as const
export const deliveries_key = ['notice-deliveries'] as const
export const deliveries_shown = 10

export const account_query = {
  queryKey: [...account_key, 'figures'],
  queryFn: async ({ signal }: Asking) => (await call(account_message.get, {}, { signal })).data,
}
export const own_terms_query = {
  queryKey: [...account_key, 'own-terms'],
  queryFn: async ({ signal }: Asking) => (await call(sub_accounts.own, {}, { signal })).data,
}
export const preferences_query = {
  queryKey: preferences_key,
  queryFn: async ({ signal }: Asking) => (await call(notification_preferences.get, {}, { signal })).data,
}
export const deliveriesQuery = (page: number) => ({
  queryKey: [...deliveries_key, page],
  queryFn: async ({ signal }: Asking) => {
    const query = { page, page_size: deliveries_shown }
    const { data, total } = await call(notification_preferences.deliveries, { query }, { signal })
    return { rows: data, total: total ?? data.length }
  },
})
