import { Alert } from 'antd'
import { TopUp } from '#src/features/wallet/TopUp.tsx'
import { lastsFor } from './hours-left.ts'
import type { Overview } from './use-overview.ts'

/** Hours; below it a night may be too long. */
const low = 24

/** Says in time that the balance will not last, and what happens then (product §5). */
export function LowBalance({ purse: { hours_left } }: { purse: Overview['wallet'] }) {
  if (hours_left === null || hours_left >= low) return null
  return (
    <Alert
      type={hours_left > 0 ? 'warning' : 'error'}
      showIcon
      message={
        <>
          {hours_left > 0 ? `余额${lastsFor(hours_left)}，用完后` : '余额已用完，'}
          保留 1 小时宽限，之后自动关机，数据保留。 <TopUp />
        </>
      }
    />
  )
}
