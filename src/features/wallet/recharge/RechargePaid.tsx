import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { PurchaseResult } from '#src/admin/layout/PurchaseResult.tsx'
import type { ReturnLink } from '#src/admin/return-link.ts'
import { useOverview } from '#src/features/overview/shared.ts'
import { paths } from '#src/paths.ts'
import { invalidateReads } from '#src/providers/data/endpoint-queries.ts'
import { currentUser } from '#src/session/current-user.ts'
import controls from '#src/ui/controls.module.css'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import type { RechargeDetail } from './use-recharge.ts'
import { useWallet } from './use-wallet.ts'

/** The money is here: everything that shows the balance is asked anew, and the way goes on. */
export function RechargePaid({ recharge, back }: { recharge: RechargeDetail; back: ReturnLink | null }) {
  const client = useQueryClient()
  const { data: purse, isFetching } = useWallet()
  const { data: overview } = useOverview()

  useEffect(() => {
    void invalidateReads(client, ['wallet', 'recharge/list'])
    currentUser.load().catch(() => undefined)
  }, [client])

  // who has nothing yet has paid to have something
  const next =
    overview?.counts.total === 0
      ? { to: paths.createInstance(), label: '创建实例' }
      : { to: paths.dataOverview, label: '查看总览' }
  const { to, label } = back ?? next
  return (
    <PurchaseResult
      title="充值成功"
      facts={[
        { key: 'paid', name: '已到账', value: <YuanAmount amount={recharge.amount} /> },
        {
          key: 'balance',
          name: '当前余额',
          value: purse && !isFetching ? <YuanAmount amount={purse.cash} /> : <Skeleton width={96} height={20} />,
        },
      ]}
      ways={
        <>
          <Link className={`${controls.button} ${controls.primary}`} to={to}>
            {label}
          </Link>
          <Link to={paths.recharge}>再充一笔</Link>
        </>
      }
    />
  )
}
