import type { SubAccount } from '#contract/sub-accounts.ts'

/** What a sub-account may, in a few words. */
export function limitsText({
  price_max,
  instances_max,
  monthly,
}: Pick<SubAccount, 'price_max' | 'instances_max' | 'monthly'>): string {
  const parts = [
    price_max !== null && `每台 ≤ ¥${price_max}/小时`,
    instances_max !== null && `≤ ${instances_max} 台`,
    monthly !== null && `每月补足到 ¥${monthly}`,
  ].filter((part) => part !== false)
  return parts.length ? parts.join('，') : '不限'
}
