import type { SandboxWechatIdentity } from '#contract/wechat.ts'
import styles from './PersonChoice.module.css'

interface Props {
  people: readonly SandboxWechatIdentity[]
  chosen: string
  onChoose: (openId: string) => void
}

/** Whose phone it is: each says whether it follows the account and what it is bound to. */
export function PersonChoice({ people, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.people}>
      <legend>用谁的微信</legend>
      {people.map(({ open_id: openId, name, subscribed, account }) => (
        <label key={openId} className={styles.person} data-chosen={openId === chosen}>
          <input type="radio" name="person" checked={openId === chosen} onChange={() => onChoose(openId)} />
          <span className={styles.name}>{name}</span>
          <span className={styles.facts}>
            {subscribed ? '已关注' : '未关注'}
            {account ? `，已绑定 ${account}` : '，未绑定账号'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
