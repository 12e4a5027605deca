import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeleton.tsx'
import { Yuan } from '#src/kit/Yuan.tsx'
import { paths } from '#src/paths.ts'
import { current_user } from '#src/session/current-user.ts'
import controls from '#src/shell/controls.module.css'
import type { WayBack } from '../way-back.ts'
import styles from './Checkout.module.css'
import type { Recharge } from './use-recharge.ts'
import { useWallet, wallet_key } from './use-wallet.ts'

/** The money is here: everything that shows the balance is asked anew, and the way goes on. */
export function Paid({ recharge, back }: { recharge: Recharge; back: WayBack | null }) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const { data: purse, isFetching } = useWallet()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    void client.invalidateQueries({ queryKey: wallet_key })
    for (const resource of ['recharges', 'ledger-entries']) void invalidate({ resource, invalidates: ['list'] })
    current_user.load().catch(() => undefined)
    heading.current?.focus()
  }, [client, invalidate])

  return (
    <div className={styles.step}>
      <Icon name="check" className={styles.done} />
      <h2 ref={heading} tabIndex={-1} className={styles.end}>
        充值成功
      </h2>
      <p className={styles.hint}>
        已到账 <Yuan amount={recharge.amount} />
      </p>
      <p className={styles.balance}>
        当前余额 {purse && !isFetching ? <Yuan amount={purse.cash} /> : <Skeleton width={96} height={20} />}
      </p>
      <div className={styles.ways}>
        <Link className={`${controls.button} ${controls.primary}`} to={back?.to ?? paths.data_overview}>
          {back?.label ?? '查看总览'}
        </Link>
        <Link to={paths.recharge}>再充一笔</Link>
      </div>
    </div>
  )
}
