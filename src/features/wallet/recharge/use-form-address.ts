import { useSearchParams } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import type { Recharge } from './use-recharge.ts'

/** The form with this payment's amount in it, and the same way back. */
export function useFormAddress({ amount }: Pick<Recharge, 'amount'>): string {
  const [search] = useSearchParams()
  return paths.recharge_for({ amount, return: search.get('return') ?? undefined })
}
