import { useState } from 'react'
import type { Invitee } from '#contract/invitation.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './InviteeList.module.css'
import { RewardDays } from './RewardDays.tsx'

/** One invitee; opened, the days behind the reward. */
export function InviteeRow({ invitee }: { invitee: Invitee }) {
  const [open, setOpen] = useState(false)
  const { id, phone, verified, registered_at, rewards_until, spent, pending, reward } = invitee
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className={styles.who}>
          <strong>{phone}</strong>
          <Tag tone={verified ? 'success' : 'neutral'} icon={verified ? 'check' : 'info'}>
            {verified ? '已实名' : '未实名'}
          </Tag>
        </span>
        <span className={styles.when}>
          {formatTime(registered_at)} 注册，奖励至 {formatTime(rewards_until).slice(0, 10)}
          {Number(pending) > 0 && `，${pending} 元消费待结清`}
        </span>
        <span className={styles.sum}>
          <span className={styles.label}>现金消费</span>
          <Yuan amount={spent} />
        </span>
        <span className={styles.sum}>
          <span className={styles.label}>奖励</span>
          <Yuan amount={reward} as="flow" />
        </span>
        <Icon name="chevron" className={styles.mark} />
      </button>
      {open && <RewardDays invitee_id={id} />}
    </li>
  )
}
