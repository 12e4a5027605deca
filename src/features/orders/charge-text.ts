import { charge_rules } from '#contract/instances.ts'
import type { Order } from '#contract/orders.ts'

const units = { day: '天', week: '周' } as const

/** 按量计费, or 包周 2 周. */
export const chargeText = ({ charge_rule, quantity }: Pick<Order, 'charge_rule' | 'quantity'>): string =>
  charge_rule === 'hour' ? charge_rules.hour : `${charge_rules[charge_rule]} ${quantity} ${units[charge_rule]}`
