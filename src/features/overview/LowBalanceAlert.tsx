import { Alert } from 'antd'
import { TopUp } from '#src/features/wallet/shared.ts'
import { formatHoursLeft } from './hours-left.ts'
import type { Overview } from './use-overview.ts'

/** Hours; below it a night may be too long. */
const lowBalanceHours = 24

/** Says in time that the balance will not last, and what happens then (product §5). */
export function LowBalanceAlert({ purse: { hours_left: hoursLeft } }: { purse: Overview['wallet'] }) {
  if (hoursLeft === null || hoursLeft >= lowBalanceHours) return null
  return (
    <Alert
      type={hoursLeft > 0 ? 'warning' : 'error'}
      showIcon
      message={
        <>
          {hoursLeft > 0 ? `余额${formatHoursLeft(hoursLeft)}，用完后` : '余额已用完，'}
          保留 1 小时宽限，之后自动关机，数据保留。 <TopUp />
        </>
      }
    />
  )
}
