import { Link } from 'react-router-dom'
import type { SubAccount } from '#contract/sub-accounts.ts'
import { paths, withQuery } from '#src/paths.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { computeSpentMonth } from './SubAccountBudget.tsx'

interface Props {
  sub: SubAccount
  bare?: boolean
}

/** What is left to a sub-account; opens every transfer to it and back. */
export const RemainingBudget = ({ sub, bare = false }: Props) => (
  <Link to={withQuery(paths.incomeDetail, { kind: 'allocate', keyword: sub.id })} title="划拨与收回的记录">
    <YuanAmount amount={sub.remaining} bare={bare} />
  </Link>
)

/** What a sub-account used this month; opens its rows. */
export const SpentMonth = ({ sub, bare = false }: Props) => (
  <>
    <Link to={`${paths.subAccounts}/${sub.id}`}>
      <YuanAmount amount={computeSpentMonth(sub)} bare={bare} />
    </Link>
    {Number(sub.unsettled) > 0 && (
      <CellSubline>
        含未结算 <YuanAmount amount={sub.unsettled} bare={bare} />
      </CellSubline>
    )}
  </>
)
