import { useState } from 'react'
import type { Invitee } from '#contract/invitation.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './InviteeList.module.css'
import { RewardDays } from './RewardDays.tsx'

/** One invitee; opened, the days behind the reward. */
export function InviteeRow({ invitee }: { invitee: Invitee }) {
  const [open, setOpen] = useState(false)
  const { id, phone, verified, registered_at: registeredAt, rewards_until: rewardsUntil, spent, pending, reward } = invitee
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.who}>
          <strong>{phone}</strong>
          <ToneTag tone={verified ? 'success' : 'neutral'} icon={verified ? 'check' : 'info'}>
            {verified ? '已实名' : '未实名'}
          </ToneTag>
        </span>
        <span className={styles.when}>
          {formatTime(registeredAt)} 注册，奖励至 {formatTime(rewardsUntil).slice(0, 10)}
          {Number(pending) > 0 && `，${pending} 元消费待结清`}
        </span>
        <span className={styles.sum}>
          <span className={styles.label}>现金消费</span>
          <YuanAmount amount={spent} />
        </span>
        <span className={styles.sum}>
          <span className={styles.label}>奖励</span>
          <YuanAmount amount={reward} as="flow" />
        </span>
        <Icon name="chevron" className={styles.mark} />
      </button>
      {open && <RewardDays invitee_id={id} />}
    </li>
  )
}
