import type { SubAccountInvitation } from '#contract/sub-accounts.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import styles from './AcceptInvitationForm.module.css'

interface Props {
  invitations: readonly SubAccountInvitation[]
  chosen: string
  onChoose: (id: string) => void
}

/** List of the inviting accounts with their verified names, because a nickname alone cannot be trusted. */
export function InvitationChoice({ invitations, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.choice}>
      <legend>邀请你的人</legend>
      {invitations.map(
        ({
          id,
          name,
          master_name: masterName,
          master_phone: masterPhone,
          master_real_name: masterRealName,
          invited_until: invitedUntil,
        }) => (
          <label key={id} className={styles.invitation}>
            <input type="radio" name="invitation" checked={id === chosen} onChange={() => onChoose(id)} />
            <span>
              <strong>
                {masterRealName ?? masterName}（{masterPhone}）
              </strong>
              <span className={styles.facts}>
                昵称 {masterName}，给你的账号起名「{name}」。
                <TimeText at={invitedUntil} /> 前有效。
              </span>
            </span>
          </label>
        ),
      )}
      <p className={styles.facts}>对方为你付费，可以设置额度、冻结或删除这个账号，也看得到你的消费。</p>
    </fieldset>
  )
}
