import { Link } from 'react-router-dom'
import { type LlmKey, llm_key_states } from '#contract/llm-keys.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './KeyCard.module.css'
import { key_looks } from './key-state-styles.ts'

/** A key on a phone. */
export function KeyCard({ llm_key }: { llm_key: LlmKey }) {
  const { id, name, prefix, last4, state, spent, cap, last_used_at } = llm_key
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <Link className={styles.name} to={`${paths.access_api}/${id}`}>
          {name}
        </Link>
        <Tag icon={key_looks[state].icon} tone={key_looks[state].tone}>
          {llm_key_states[state]}
        </Tag>
      </div>
      <code>{`${prefix}…${last4}`}</code>
      <dl className={styles.facts}>
        <div>
          <dt>累计</dt>
          <dd>
            <Yuan amount={spent} />
          </dd>
        </div>
        <div>
          <dt>上限</dt>
          <dd>{cap === null ? '不限' : <Yuan amount={cap} />}</dd>
        </div>
        <div>
          <dt>最近使用</dt>
          <dd>
            <TimeText at={last_used_at} none="还没有" />
          </dd>
        </div>
      </dl>
    </div>
  )
}
