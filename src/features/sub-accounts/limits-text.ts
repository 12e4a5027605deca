import type { SubAccount } from '#contract/sub-accounts.ts'

/** What a sub-account may, in a few words. */
export function formatSubAccountLimits({
  price_max: priceMax,
  instances_max: instancesMax,
  monthly,
}: Pick<SubAccount, 'price_max' | 'instances_max' | 'monthly'>): string {
  const parts = [
    priceMax !== null && `每台 ≤ ¥${priceMax}/小时`,
    instancesMax !== null && `≤ ${instancesMax} 台`,
    monthly !== null && `每月补足到 ¥${monthly}`,
  ].filter((part) => part !== false)
  return parts.length ? parts.join('，') : '不限'
}
