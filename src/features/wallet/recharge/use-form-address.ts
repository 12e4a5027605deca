import { useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import type { RechargeDetail } from './use-recharge.ts'

/** Returns the address of the form with this payment's amount and the same return link. */
export function useRechargeFormAddress({ amount }: Pick<RechargeDetail, 'amount'>): string {
  const [search] = useSearchParams()
  return paths.rechargeFor({ amount, return: search.get('return') ?? undefined })
}
