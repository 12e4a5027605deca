import type { Keys } from '#server/keys.ts'
import { sealText, unsealText } from '#server/lib/seal.ts'

/** A payout account for income. Its holder is the owner of the withdrawal. */
export interface Payee {
  kind: 'alipay' | 'bank'
  account: string
  bank: string | null
}

/** 尾号 1234, 138****8000, w***@example.cn */
function maskAccount({ kind, account }: Payee): string {
  if (kind === 'bank') return `尾号 ${account.slice(-4)}`
  const [name = '', domain] = account.split('@')
  return domain ? `${name.slice(0, 1)}***@${domain}` : `${account.slice(0, 3)}****${account.slice(-4)}`
}

export const maskPayee = (payee: Payee): string =>
  `${payee.kind === 'alipay' ? '支付宝' : (payee.bank ?? '银行卡')} ${maskAccount(payee)}`

export const sealPayee = ({ payout }: Pick<Keys, 'payout'>, withdrawalId: string, payee: Payee): string =>
  sealText(payout, withdrawalId, JSON.stringify(payee))

export const unsealPayee = ({ payout }: Pick<Keys, 'payout'>, withdrawalId: string, cipher: string): Payee =>
  JSON.parse(unsealText(payout, withdrawalId, cipher))
