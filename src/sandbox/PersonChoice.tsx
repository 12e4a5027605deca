import type { SandboxIdentity } from '#contract/wechat.ts'
import styles from './PersonChoice.module.css'

interface Props {
  people: readonly SandboxIdentity[]
  chosen: string
  onChoose: (open_id: string) => void
}

/** Whose phone it is: each says whether it follows the account and what it is bound to. */
export function PersonChoice({ people, chosen, onChoose }: Props) {
  return (
    <fieldset className={styles.people}>
      <legend>用谁的微信</legend>
      {people.map(({ open_id, name, subscribed, account }) => (
        <label key={open_id} className={styles.person} data-chosen={open_id === chosen}>
          <input type="radio" name="person" checked={open_id === chosen} onChange={() => onChoose(open_id)} />
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
