import { type CouponConfigForm, coupons } from '#contract/coupons.ts'
import { instances } from '#contract/instances.ts'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const live = ['wallet', 'instances'] as const

/** An instance and the vouchers it may burn; each change is saved at once. */
export function useCouponConfig(id: string) {
  const params = { id }
  const options = { enabled: id !== '', live }
  const instance = useEndpoint(instances.get, { params }, options)
  const config = useEndpoint(coupons.config, { params }, options)
  const { run, pending } = useAction(coupons.set_config, { answers: [coupons.config, { params }] })
  return {
    data: instance.data && config.data && { instance: instance.data, config: config.data },
    error: instance.error ?? config.error,
    retry: () => void Promise.all([instance.refetch(), config.refetch()]),
    save: (body: CouponConfigForm) => void run({ params, body }),
    saving: pending,
  }
}
