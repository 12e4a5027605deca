import type { ChargeRule } from './charge-rule.ts'

/** Hours in one unit of each charge rule, whatever the calendar says. Free of zod: the public site computes with it, too. */
export const chargeRuleHours = { hour: 1n, day: 24n, week: 168n } as const satisfies Record<ChargeRule, bigint>
