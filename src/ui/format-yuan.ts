import { groupThousands } from '#contract/group-thousands.ts'

/**
 * `1234.5` → `1,234.50`; keeps extra decimals of unit prices. Works on text, because the wire format is text and floats would
 * round.
 */
export function formatYuan(amount: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const places = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${sign}${groupThousands(whole)}.${places}`
}

export type MoneyDirection = 'in' | 'out' | 'none'

export const getMoneyDirection = (amount: string): MoneyDirection =>
  /[1-9]/.test(amount) ? (amount.startsWith('-') ? 'out' : 'in') : 'none'
