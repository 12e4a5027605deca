import { chargeRules } from '#contract/instances.ts'
import type { Order } from '#contract/orders.ts'

const units = { day: '天', week: '周' } as const

/** 按量计费, or 包周 2 周. */
export const formatChargeRule = ({ charge_rule: chargeRule, quantity }: Pick<Order, 'charge_rule' | 'quantity'>): string =>
  chargeRule === 'hour' ? chargeRules.hour : `${chargeRules[chargeRule]} ${quantity} ${units[chargeRule]}`
