import { useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import type { RechargeDetail } from './use-recharge.ts'

/** The form with this payment's amount in it, and the same way back. */
export function useRechargeFormAddress({ amount }: Pick<RechargeDetail, 'amount'>): string {
  const [search] = useSearchParams()
  return paths.rechargeFor({ amount, return: search.get('return') ?? undefined })
}
