import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CouponConfigForm, coupons } from '#contract/coupons.ts'
import { instances } from '#contract/instances.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

const config_key = ['coupon-config'] as const
const live = ['wallet', 'instances'] as const

/** An instance and the vouchers it may burn; each change is saved at once. */
export function useConfig(id: string) {
  const client = useQueryClient()
  useLiveQueries(config_key, live)
  const queryKey = [...config_key, id]
  const { data, error, refetch } = useQuery({
    queryKey,
    enabled: id !== '',
    queryFn: async ({ signal }) => {
      const params = { id }
      const [instance, config] = await Promise.all([
        call(instances.get, { params }, { signal }),
        call(coupons.config, { params }, { signal }),
      ])
      return { instance: instance.data, config: config.data }
    },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CouponConfigForm) => call(coupons.set_config, { params: { id }, body }),
    onSuccess: ({ data: config, message }) => {
      client.setQueryData(queryKey, (before: typeof data) => before && { ...before, config })
      toast.success(message)
    },
    onError: (failure) => {
      if (!isApiError(failure)) throw failure
      toast.error(failure.message)
    },
  })
  return { data, error, retry: () => void refetch(), save: mutate, saving: isPending }
}
